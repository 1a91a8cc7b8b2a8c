import type { ParsedQuery } from '@usance/api/call';
import type { HoldCause, holds, StandingHold } from '@usance/api/money/hold';
import { withFormatted } from '@usance/money/display';
import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';

const columnOf = { month: 'month', amount: 'amount', since: 'since' } as const;

/** Returns a page of a contract's holds. Only disputes have a month; ordered by month they come first. */
export function listHolds(
  { db, contract }: ContractReading,
  { query }: { query: ParsedQuery<typeof holds.list> },
): Promise<Page<StandingHold>> {
  return pageOf(
    held(db, contract.id),
    query,
    (found) =>
      found
        .selectAll()
        .orderBy(columnOf[query.orderBy], (order) =>
          query.ordering === 'asc' ? order.asc().nullsLast() : order.desc().nullsLast(),
        )
        .orderBy('month')
        .orderBy('id'),
    (row) => ({
      cause: row.cause,
      ...(row.month === null ? { holdID: row.id } : { statementID: row.id, month: row.month }),
      ...(row.datacloud_id !== null && { datacloudID: row.datacloud_id }),
      ...withFormatted({ amount: row.amount }, contract.currency),
      since: row.since.toISOString(),
    }),
  );
}

function held(db: DbOrTx, contractId: string) {
  const disputes = db
    .selectFrom('statement')
    .select(['id', 'month', 'frozen as amount', sql<string | null>`null::text`.as('datacloud_id')])
    .select([sql<HoldCause>`'dispute'`.as('cause'), sql<Date>`coalesce(disputed_at, signed_at)`.as('since')])
    .where('contract_id', '=', contractId)
    .where('frozen', '>', '0');
  const others = db
    .selectFrom('cash_hold')
    .select(['id', sql<string | null>`null::text`.as('month'), 'amount', 'datacloud_id'])
    .select([sql<HoldCause>`cause`.as('cause'), 'begun_at as since'])
    .where('contract_id', '=', contractId)
    .where('state', '=', 'open');
  return db.selectFrom(
    disputes
      .$castTo<{
        id: string;
        month: string | null;
        amount: string;
        datacloud_id: string | null;
        cause: HoldCause;
        since: Date;
      }>()
      .unionAll(others)
      .as('held'),
  );
}
