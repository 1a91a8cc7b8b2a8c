import type { Tx } from '#platform/postgres/database.ts';
import type { Sealed } from '#platform/sealing/sealing-key.ts';
import { deleteRecoveryCodes } from './recovery-codes.ts';

/** Stores a new secret in place of an earlier one; signing in does not ask for it yet. */
export async function keepBegun(tx: Tx, accountId: string, sealed: Sealed, now: Date): Promise<void> {
  const begun = { ...sealed, begun_at: now, enabled_at: null, last_step: null, wrong_codes: 0 };
  await tx
    .insertInto('second_factor')
    .values({ account_id: accountId, ...begun })
    .onConflict((same) => same.column('account_id').doUpdateSet(begun))
    .execute();
}

/** Turns the second factor on, and uses up the code of that half minute. */
export async function keepEnabled(tx: Tx, accountId: string, step: number, now: Date): Promise<void> {
  await tx
    .updateTable('second_factor')
    .set({ enabled_at: now, last_step: step })
    .where('account_id', '=', accountId)
    .execute();
}

/** Deletes an account's second factor and recovery codes. Returns true if it was on. */
export async function deleteSecondFactor(tx: Tx, accountId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('second_factor')
    .where('account_id', '=', accountId)
    .returning('enabled_at')
    .executeTakeFirst();
  await deleteRecoveryCodes(tx, accountId);
  return deleted !== undefined && deleted.enabled_at !== null;
}
