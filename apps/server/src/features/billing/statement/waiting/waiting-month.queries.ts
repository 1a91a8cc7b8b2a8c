import type { ParsedQuery } from '@usance/api/call';
import type { WaitingMonth, waitingMonths } from '@usance/api/waiting-month';
import type { BillingMonth } from '@usance/period/billing-month';
import type { ReadContext, Work } from '../../../../platform/context/context.ts';
import type { DbOrTx, Tx } from '../../../../platform/postgres/database.ts';
import { type Page, pageOf } from '../../../../platform/postgres/page.ts';
import type { LockedContract } from '../../../party/contract/contract.queries.ts';

/** A page of the months that only people sign, the longest waiting first. */
export function listWaiting(
  { db }: Pick<ReadContext, 'db'>,
  { query }: { query: ParsedQuery<typeof waitingMonths.list> },
): Promise<Page<WaitingMonth>> {
  return pageOf(
    db.selectFrom('waiting_month'),
    query,
    (found) => found.selectAll().orderBy('since').orderBy('contract_id').orderBy('month'),
    ({ contract_id, month, since, reason }) => ({ contractId: contract_id, month, since: since.toISOString(), reason }),
  );
}

/** Whether the month waits for people. */
export async function isWaiting(db: DbOrTx, contractId: string, month: string): Promise<boolean> {
  const found = db.selectFrom('waiting_month').select('month').where('contract_id', '=', contractId);
  return (await found.where('month', '=', month).executeTakeFirst()) !== undefined;
}

/** Leaves open months to people; one that waits already keeps waiting as it did. */
export async function letWait(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  months: readonly string[],
  reason: WaitingMonth['reason'],
): Promise<void> {
  await tx
    .insertInto('waiting_month')
    .values(months.map((month) => ({ contract_id: contract.id, month, since: now, reason })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ends the waiting of a month that is being signed; answers whether it waited. */
export async function stopWaiting(tx: Tx, contract: LockedContract, month: BillingMonth): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('waiting_month')
    .where('contract_id', '=', contract.id)
    .where('month', '=', month)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
