import type { WaitingMonth, waitingMonths } from '@usance/api/billing/waiting-month';
import type { ParsedQuery } from '@usance/api/call';
import type { BillingMonth } from '@usance/period/billing-month';
import type { ReadContext } from '#platform/context/context.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';

/** Returns a page of the months that only operators sign. */
export function listWaiting(
  { db }: Pick<ReadContext, 'db'>,
  { query }: { query: ParsedQuery<typeof waitingMonths.list> },
): Promise<Page<WaitingMonth>> {
  return pageOf(
    db.selectFrom('waiting_month'),
    query,
    (found) =>
      found
        .selectAll()
        .orderBy(query.orderBy === 'contractId' ? 'contract_id' : query.orderBy, query.ordering)
        .orderBy('since')
        .orderBy('contract_id')
        .orderBy('month'),
    ({ contract_id, month, since, reason }) => ({ contractId: contract_id, month, since: since.toISOString(), reason }),
  );
}

/** True if the month waits for an operator. */
export async function isWaiting(db: DbOrTx, contractId: string, month: BillingMonth): Promise<boolean> {
  const found = db.selectFrom('waiting_month').select('month').where('contract_id', '=', contractId);
  return (await found.where('month', '=', month).executeTakeFirst()) !== undefined;
}
