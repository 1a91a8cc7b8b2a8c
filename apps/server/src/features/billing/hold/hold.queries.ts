import type { ParsedQuery } from '@usance/api/call';
import type { holds, StandingHold } from '@usance/api/hold';
import { withFormatted } from '@usance/money/display';
import { sql } from 'kysely';
import type { DbOrTx } from '../../../platform/postgres/database.ts';
import { type Page, pageOf } from '../../../platform/postgres/page.ts';
import type { ContractReading } from '../../party/contract/contract-reading.ts';

const since = sql<Date>`coalesce(disputed_at, signed_at)`;
const columnOf = { month: 'month', amount: 'frozen', since } as const;

/** A page of what is held of a contract's cash. */
export function listHolds(
  { db, contract }: ContractReading,
  { query }: { query: ParsedQuery<typeof holds.list> },
): Promise<Page<StandingHold>> {
  return pageOf(
    held(db, contract.id),
    query,
    (found) =>
      found
        .select(['id', 'month', 'frozen', since.as('since')])
        .orderBy(columnOf[query.orderBy], query.ordering)
        .orderBy('month'),
    (row) => ({
      cause: 'dispute' as const,
      statementID: row.id,
      month: row.month,
      ...withFormatted({ amount: row.frozen }, contract.currency),
      since: row.since.toISOString(),
    }),
  );
}

/** How much of a contract's cash something is known to hold: whatever comes to hold cash is added here. */
export async function heldForSomething(db: DbOrTx, contractId: string): Promise<string> {
  const { total } = await held(db, contractId)
    .select(sql<string>`coalesce(sum(frozen), 0)::numeric(38, 8)`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function held(db: DbOrTx, contractId: string) {
  return db.selectFrom('statement').where('contract_id', '=', contractId).where('frozen', '>', '0');
}
