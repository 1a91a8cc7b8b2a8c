import type { WaitingMonth } from '@usance/api/billing/waiting-month';
import type { BillingMonth } from '@usance/period/billing-month';
import type { Work } from '#platform/context/context.ts';
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
