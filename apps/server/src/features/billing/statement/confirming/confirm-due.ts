import type { Work } from '../../../../platform/context/context.ts';
import type { DbOrTx } from '../../../../platform/postgres/database.ts';
import type { LockedContract } from '../../../party/contract/contract.queries.ts';

/** Contracts with a statement that nobody has confirmed or disputed by the start of its due day. */
export async function contractsToConfirm(db: DbOrTx, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('statement')
    .select('contract_id')
    .distinct()
    .where('confirm_state', '=', 'unconfirmed')
    .where('confirm_at', '<=', now)
    .orderBy('contract_id')
    .execute();
  return rows.map((row) => row.contract_id);
}

/** Such statements of one contract confirm themselves; answers how many. */
export async function confirmDue({ tx, now }: Pick<Work, 'tx' | 'now'>, contract: LockedContract): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('statement')
    .set({ confirm_state: 'confirmed' })
    .where('contract_id', '=', contract.id)
    .where('confirm_state', '=', 'unconfirmed')
    .where('confirm_at', '<=', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
