import { type Decimal, fromUnits } from '@usance/money/decimal';
import { onlyRow } from '#platform/clickhouse/answer.ts';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { limitsOf } from '#platform/clickhouse/limits.ts';
import type { PriceSegment } from '../../price/book/price-segments.ts';
import { AmountTooLarge, type Arithmetic, isTooLarge, planArithmetic } from './arithmetic.ts';
import { type BillingDay, insertSql, ratingSelect, runNoSql } from './rating-sql.ts';
import { rollUpRuns } from './roll-up.ts';
import { segmentIndexSql } from './segment-index.ts';
import { beforeTiersSql, slicedRatingSelect } from './sliced-sql.ts';
import {
  describeUnpriced,
  measureRuns,
  measureWindow,
  type SegmentUsage,
  type Unpriced,
  type UsageWindow,
  windowSql,
} from './usage-window.ts';

type RatingRun = {
  contractId: string;
  /** Adjacent billing days in order, each with an unused run_no. */
  days: readonly BillingDay[];
  segments: readonly PriceSegment[];
  throughBatch?: bigint;
  /**
   * The exact charged amount of the month before these days, at item prices. Only if tiers hold, or may have to
   * continue from the amount of these days.
   */
  carriedIn?: Decimal;
};
/** The exact amount of a run at item prices, and the number of its slices. */
type CarriedRun = { beforeTiers: Decimal; slices: bigint };
type RatingOutcome = {
  rows: bigint;
  width: 128 | 256 | undefined;
  /** By run, only with `carriedIn`. Runs without usage are left out. */
  carried: ReadonlyMap<bigint, CarriedRun>;
};

/** Some usage on the days of these runs has no price. Nothing was written. */
export class UnpricedUsage extends Error {
  readonly unpriced: readonly Unpriced[];
  readonly runNos: ReadonlySet<bigint>;
  constructor(unpriced: readonly Unpriced[], runNos: ReadonlySet<bigint>) {
    super(`Usage without a price: ${unpriced.map(describeUnpriced).join('; ')}`);
    this.name = 'UnpricedUsage';
    this.unpriced = unpriced;
    this.runNos = runNos;
  }
}

/** The run wrote other rows than it measured. It must not go live; try again under a new run_no. */
export class IncompleteRun extends Error {
  constructor(expected: bigint, written: bigint) {
    super(`The run had ${expected} usage rows to rate and wrote ${written}`);
    this.name = 'IncompleteRun';
  }
}

/**
 * Rates whole billing days into `purchase`, with their sums, under the run_no of each day. The rows stay invisible until the caller
 * makes the runs live. With `carriedIn`, usage is cut into slices at the tiers' bounds.
 * Throws UnpricedUsage, AmountTooLarge or IncompleteRun; the runs must then be abandoned.
 */
export async function rateWindow(
  ch: ClickHouse,
  { contractId, days, segments, throughBatch, carriedIn }: RatingRun,
): Promise<RatingOutcome> {
  const window: UsageWindow = {
    contractId,
    range: wholeOf(days),
    ...(throughBatch === undefined ? {} : { throughBatch }),
  };
  const measured = await measureWindow(ch, window, segments);
  if (measured === undefined) return { rows: 0n, width: undefined, carried: new Map() };
  const { applying, priced, unpriced } = measured;
  if (unpriced.length > 0)
    throw new UnpricedUsage(unpriced, await unpricedRuns(ch, window, { days, segments: applying }));

  const rows = priced.reduce((all, used) => all + used.rows, 0n);
  const hasCorrections = priced.some((used) => used.hasCorrections);
  const arithmetic = await planned(ch, window, { days, segments: applying, priced });
  const statement = {
    runNo: runNoSql(days),
    segmentIndex: segmentIndexSql(applying),
    segments: applying,
    arithmetic,
    hasCorrections,
    where: windowSql(window),
  };
  const select = carriedIn === undefined ? ratingSelect(statement) : slicedRatingSelect({ ...statement, carriedIn });
  await ch.command(insertSql(select), {}, ratingSettings, { limits: limitsOf.rating }).catch((error: unknown) => {
    throw isGuards(error) ? new IncompleteRun(rows, 0n) : error;
  });

  const written = await countRated(ch, contractId, days);
  if (written !== rows) throw new IncompleteRun(rows, written);
  await rollUpRuns(ch, { contractIds: [contractId], runNos: days.map(({ runNo }) => runNo) });
  const run = { contractId, days, segments: applying, arithmetic };
  const carried = carriedIn === undefined ? new Map() : await measureCarried(ch, { ...run, carriedIn });
  return { rows, width: arithmetic.width, carried };
}

/** FUNCTION_THROW_IF_VALUE_IS_NON_ZERO */
const throwIfCode = '395';

/** The rating statement throws this for a row that was not measured, because it arrived in between. */
const isGuards = (error: unknown) => error instanceof Error && 'code' in error && error.code === throwIfCode;

// Sorting and compressing the rows takes longer than rating them, so it gets more than one thread.
// PREWHERE is off: the window is a prefix of the key, so PREWHERE saves no rows but costs a fifth.
// The statement contains every price of the window, so the parser needs a higher limit.
export const ratingSettings = {
  max_insert_threads: '4',
  optimize_move_to_prewhere: 0,
  max_query_size: '67108864',
} as const;

function wholeOf(days: readonly BillingDay[]) {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('A run rates at least one day');
  const gap = days.find((day, index) => index > 0 && days[index - 1]?.range.end !== day.range.start);
  if (gap !== undefined) throw new RangeError('The days of a run must be adjacent and in order');
  return { start: first.range.start, end: last.range.end };
}

/** Throws AmountTooLarge with the runs that are too large by themselves. */
async function planned(
  ch: ClickHouse,
  window: UsageWindow,
  { days, segments, priced }: Pick<RatingRun, 'days' | 'segments'> & { priced: readonly SegmentUsage[] },
): Promise<Arithmetic> {
  if (!isTooLarge(segments, priced)) return planArithmetic(segments, priced);
  const measured = { where: windowSql(window), segmentIndex: segmentIndexSql(segments), runNo: runNoSql(days) };
  const { priced: byRun } = await measureRuns(ch, measured);
  throw new AmountTooLarge(new Set([...byRun.keys()].filter((runNo) => isTooLarge(segments, byRun.get(runNo) ?? []))));
}

/** Returns the runs whose days have usage without a price. */
async function unpricedRuns(
  ch: ClickHouse,
  window: UsageWindow,
  { days, segments }: Pick<RatingRun, 'days' | 'segments'>,
): Promise<ReadonlySet<bigint>> {
  const rows = await ch.query<{ run_no: string }>(
    `SELECT DISTINCT ${runNoSql(days)} AS run_no FROM usage_record AS u
     WHERE ${windowSql(window)} AND ${segmentIndexSql(segments)} = 0`,
    {},
    { max_query_size: ratingSettings.max_query_size },
  );
  return new Set(rows.map(({ run_no }) => BigInt(run_no)));
}

async function measureCarried(
  ch: ClickHouse,
  run: Required<Pick<RatingRun, 'contractId' | 'days' | 'segments' | 'carriedIn'>> & { arithmetic: Arithmetic },
): Promise<Map<bigint, CarriedRun>> {
  const runNos = run.days.map(({ runNo }) => runNo);
  const where = 'u.contract_id = {contractId:String} AND u.run_no IN {runNos:Array(UInt64)}';
  const { sql, scale } = beforeTiersSql(run.segments, { ...run, where });
  const rows = await ch.query<{ run_no: string; slices: string; units: string }>(
    sql,
    { contractId: run.contractId, runNos },
    { max_query_size: ratingSettings.max_query_size },
  );
  return new Map(
    rows.map(({ run_no, slices, units }) => {
      return [BigInt(run_no), { beforeTiers: fromUnits(BigInt(units), scale), slices: BigInt(slices) }];
    }),
  );
}

/** Counts usage records: only the first slice of each counts. */
async function countRated(ch: ClickHouse, contractId: string, days: readonly BillingDay[]): Promise<bigint> {
  const rows = await ch.query<{ rows: string }>(
    'SELECT countIf(slice_no = 0) AS rows FROM purchase WHERE contract_id = {contractId:String} AND run_no IN {runNos:Array(UInt64)}',
    { contractId, runNos: days.map(({ runNo }) => runNo) },
  );
  return BigInt(onlyRow(rows).rows);
}
