import { add, compare, type Decimal, parseDecimal, zero } from '@usance/money/decimal';
import { type Day, rangeOfDay } from '@usance/period/day';
import { type Instant, instant, instantOfEpochMs } from '@usance/period/instant';
import { type BillingZone, billingZoneOf } from '@usance/period/zone';
import { sql } from 'kysely';
import type { ClickHouse } from '../../../platform/clickhouse/client.ts';
import type { Deps } from '../../../platform/context.ts';
import type { DbOrTx } from '../../../platform/postgres/database.ts';
import { conflict } from '../../../platform/refusal.ts';
import type { ContractRow } from '../../party/contract/contract.ts';
import { priceSegments } from '../price/book/price-book.ts';
import { AmountTooLarge } from './engine/arithmetic.ts';
import { usageTotals } from './engine/control-totals.ts';
import { IncompleteRun, rateWindow, UnpricedUsage } from './engine/rate-window.ts';
import { unpricedRefusal } from './unpriced-refusal.ts';

/** A finished run of one day with usage: what its rows add up to, exactly, and where their usage ends. */
export type RatedDay = { day: Day; runNo: bigint; rows: bigint; amount: string; through: Instant };

/**
 * Rates neighbouring billing days under fresh run numbers, which nobody reads yet, and checks that all that was
 * metered was rated. Throws IncompleteRun when usage changed underneath: then it can be tried again.
 */
export async function rateDays(ctx: Deps, contract: ContractRow, days: readonly Day[]): Promise<RatedDay[]> {
  const zone = billingZoneOf(contract.currency);
  const rated: RatedDay[] = [];
  for (const month of byMonth(days)) {
    // The numbers come first: whoever draws a later one reads prices and usage that are at least as new.
    const runs = await drawRuns(ctx.db, month);
    rated.push(...(await rateMonth(ctx, contract, zone, runs)));
  }
  return rated;
}

type Run = { day: Day; runNo: bigint };

/** A month at a time bounds the size of the engine's statement, in which every price and day stands. */
function byMonth(days: readonly Day[]): Day[][] {
  return [...Map.groupBy(days, (day) => day.slice(0, 7)).values()];
}

async function drawRuns(db: DbOrTx, days: readonly Day[]): Promise<Run[]> {
  const { rows } = await sql<{ run_no: string }>`
    select nextval('purchase_run_no') as run_no from generate_series(1, ${days.length}::int)`.execute(db);
  return days.map((day, index) => ({ day, runNo: BigInt(rows[index]?.run_no ?? 0) }));
}

async function rateMonth(ctx: Deps, contract: ContractRow, zone: BillingZone, runs: Run[]): Promise<RatedDay[]> {
  const days = runs.map(({ day, runNo }) => ({ range: rangeOfDay(day, zone), runNo }));
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const range = { start: first.range.start, end: last.range.end };
  const throughBatch = await newestBatch(ctx.clickhouse, contract.id);
  const window = { contractId: contract.id, range, throughBatch };
  // Late usage is priced by its own hour, which lies before the days it is billed in.
  const segments = await priceSegments(ctx.db, contract, { start: instantOfEpochMs(0), end: range.end });
  const run = { contractId: contract.id, days, segments, throughBatch };
  await rateWindow(ctx.clickhouse, run).catch((error: unknown) => refuseUnbillable(ctx.db, error));

  const totals = await totalsOf(ctx.clickhouse, contract.id, runs);
  const metered = await usageTotals(ctx.clickhouse, window);
  const rows = totals.reduce((all, run) => all + run.rows, 0n);
  const quantity = totals.reduce((all: Decimal, run) => add(all, parseDecimal(run.quantity)), zero);
  if (metered.rows !== rows || compare(parseDecimal(metered.quantity), quantity) !== 0) {
    throw new IncompleteRun(metered.rows, rows);
  }
  return totals;
}

/** Batches that arrive while the run works are left to the next one, or a busy contract would never be rated. */
async function newestBatch(ch: ClickHouse, contractId: string): Promise<bigint> {
  const sql = 'SELECT max(batch_no) AS newest FROM usage_record WHERE contract_id = {contractId:String}';
  const [row] = await ch.query<{ newest: string }>(sql, { contractId });
  return BigInt(row?.newest ?? 0);
}

async function totalsOf(ch: ClickHouse, contractId: string, runs: readonly Run[]) {
  const rows = await ch.query<{ run_no: string; count: string; quantity: string; total: string; through: string }>(
    `SELECT run_no, count() AS count, sum(consumption) AS quantity, sum(amount) AS total, max(end_at) AS through
     FROM purchase WHERE contract_id = {contractId:String} AND run_no IN {runs:Array(UInt64)} GROUP BY run_no`,
    { contractId, runs: runs.map(({ runNo }) => runNo) },
  );
  const byRun = new Map(rows.map((row) => [BigInt(row.run_no), row]));
  return runs.flatMap(({ day, runNo }) => {
    const row = byRun.get(runNo);
    if (row === undefined) return [];
    const { count, quantity, total, through } = row;
    return [{ day, runNo, rows: BigInt(count), quantity, amount: total, through: instant(through) }];
  });
}

/** Usage that cannot be billed is never left out of a bill in silence: the whole calculation is refused. */
async function refuseUnbillable(db: DbOrTx, error: unknown): Promise<never> {
  if (error instanceof UnpricedUsage) throw await unpricedRefusal(db, error.unpriced);
  if (error instanceof AmountTooLarge) throw conflict('AMOUNT_TOO_LARGE', error.message);
  throw error;
}
