import { compare } from '@usance/money/decimal';
import { type BillingMonth, firstDayOf, lastDayOf, parseBillingMonth } from '@usance/period/billing-month';
import { sql } from 'kysely';
import type { Stores } from '#platform/context/context.ts';
import { type LiveRun, liveRuns } from '../../metering/billing-day/live-runs.ts';
import { isClosedMonth } from '../../metering/closed-month/closed-month.ts';
import { ratedTotals } from '../../metering/rating/engine/control-totals.ts';
import { isSumOf, rolledUp } from '../../metering/rating/engine/roll-up.ts';

/** A month of a contract with its damaged days: their rated rows differ from the counts of their run, or from their roll-up. */
export interface DamagedMonth {
  readonly contractId: string;
  readonly month: BillingMonth;
  readonly isSigned: boolean;
  readonly lost: readonly LiveRun[];
}

/** Yields the months with missing or surplus rated rows, by contract and time. Reads only, a month at a time. */
export async function* damagedMonths({
  db,
  clickhouse,
}: Pick<Stores, 'db' | 'clickhouse'>): AsyncGenerator<DamagedMonth> {
  const { rows } = await sql<{ contract_id: string; month: string; is_signed: boolean }>`
    select contract_id, month, ${isClosedMonth(sql.ref('rated.contract_id'), sql.ref('rated.month'))} as is_signed
    from (select distinct contract_id, to_char(day, 'YYYY-MM') as month from rated_day) as rated
    order by contract_id, month`.execute(db);
  for (const { contract_id: contractId, is_signed: isSigned, month: text } of rows) {
    const month = parseBillingMonth(text);
    const live = await liveRuns(db, contractId, firstDayOf(month), lastDayOf(month));
    const lost = await lostOf(clickhouse, contractId, live);
    if (lost.length > 0) yield { contractId, month, isSigned, lost };
  }
}

async function lostOf(
  clickhouse: Stores['clickhouse'],
  contractId: string,
  live: readonly LiveRun[],
): Promise<LiveRun[]> {
  const numbers = live.map(({ runNo }) => runNo);
  const stored = new Map((await ratedTotals(clickhouse, [contractId], numbers)).map((run) => [run.runNo, run]));
  const sums = await rolledUp(clickhouse, [contractId], numbers);
  return live.filter(({ runNo, rows, amount }) => {
    const found = stored.get(runNo);
    return found?.rows !== rows || compare(found.amount, amount) !== 0 || !isSumOf(sums.get(runNo), found);
  });
}
