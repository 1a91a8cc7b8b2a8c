import type { BillingMonth } from '@usance/period/billing-month';
import type { Tx } from '#platform/postgres/database.ts';
import type { LockedContract } from '../../../contract/contract/contract.queries.ts';

/** Ends the waiting of a month that is being signed. Returns true if it waited. */
export async function stopWaiting(tx: Tx, contract: LockedContract, month: BillingMonth): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('waiting_month')
    .where('contract_id', '=', contract.id)
    .where('month', '=', month)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
