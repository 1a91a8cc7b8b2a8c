import type { Selectable } from 'kysely';
import type { Database, Tx } from '#platform/postgres/database.ts';
import type { SealingKey } from '#platform/sealing/sealing-key.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { stepOf, stepOfCode } from './totp.ts';

type FactorRow = Selectable<Database['second_factor']>;

// NIST 800-63B allows a hundred wrong codes in a row.
const mostWrongCodes = 100;

/** Locks the second factor of an account, pending or enabled. */
export function lockSecondFactor(tx: Tx, accountId: string): Promise<FactorRow | undefined> {
  return tx.selectFrom('second_factor').selectAll().where('account_id', '=', accountId).forUpdate().executeTakeFirst();
}

/**
 * Checks the code of an account's second factor. Without a second factor the account is `proved`; without a code one
 * is `needed`. An app code works once, and only if it is newer than the last one. A recovery code works once and
 * yields `recovered`. Wrong codes are counted here.
 */
export async function takeCode(
  tx: Tx,
  { accountId, code, key, now }: { accountId: string; code: string | undefined; key: SealingKey; now: Date },
): Promise<'proved' | 'recovered' | 'needed' | 'wrong'> {
  const factor = await lockSecondFactor(tx, accountId);
  if (!factor?.enabled_at) return 'proved';
  if (code === undefined) return 'needed';
  const change = tx.updateTable('second_factor').where('account_id', '=', accountId);
  if (code.length > 6) {
    if (await takeRecoveryCode(tx, accountId, code)) {
      await change.set({ wrong_codes: 0 }).execute();
      return 'recovered';
    }
  } else {
    const step = newStepOf(factor, code, key, now);
    if (step !== undefined && factor.wrong_codes < mostWrongCodes) {
      await change.set({ last_step: step, wrong_codes: 0 }).execute();
      return 'proved';
    }
  }
  await change.set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) })).execute();
  return 'wrong';
}

/**
 * Returns the half minute of an unused app code; undefined for a wrong code, or if another key encrypted the secret.
 */
export function newStepOf(factor: FactorRow, code: string, key: SealingKey, now: Date): number | undefined {
  const secret = key.open(factor, factor.account_id);
  const step = secret && stepOfCode(secret, code, now);
  if (step === undefined || factor.last_step === null) return step;
  // A last step beyond any current code was written by a clock that ran ahead.
  return step > factor.last_step || factor.last_step > stepOf(now) + 1 ? step : undefined;
}
