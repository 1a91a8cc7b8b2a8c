import type { WaitingMonth } from '@usance/api/billing/waiting-month';
import type { BillingMonth } from '@usance/period/billing-month';
import type { Work } from '#platform/context/context.ts';
import type { Tx } from '#platform/postgres/database.ts';
import type { LockedContract } from '../../../contract/contract/contract.queries.ts';

/** Leaves open months to operators; one that already waits keeps its reason. */
export async function postpone(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  months: readonly BillingMonth[],
  reason: WaitingMonth['reason'],
): Promise<void> {
  await tx
    .insertInto('waiting_month')
    .values(months.map((month) => ({ contract_id: contract.id, month, since: now, reason })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ends the waiting of a month that is being signed. Returns true if it waited. */
export async function stopWaiting(tx: Tx, contract: LockedContract, month: BillingMonth): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('waiting_month')
    .where('contract_id', '=', contract.id)
    .where('month', '=', month)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
