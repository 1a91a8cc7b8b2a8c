import { type Decimal, fromUnits } from '@usance/money/decimal';
import { onlyRow } from '#platform/clickhouse/answer.ts';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { limitsOf } from '#platform/clickhouse/limits.ts';
import type { PriceSegment } from '../../price/book/price-segments.ts';
import { AmountTooLarge, type Arithmetic, isTooLarge, planArithmetic } from './arithmetic.ts';
import { type BillingDay, insertSql, ratingSelect, runNoSql } from './rating-sql.ts';
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
  /** Neighbouring billing days, in order, each with a run_no that was never used before. */
  days: readonly BillingDay[];
  segments: readonly PriceSegment[];
  throughBatch?: bigint;
  /**
   * What the month has come to before these days, at item prices: the exact sum of what is charged. Only where tiers hold,
   * or may have to go on from what these days come to.
   */
  carriedIn?: Decimal;
};
/** What a run came to at item prices, exact, and how many rows its usages were cut into. */
type CarriedRun = { beforeTiers: Decimal; slices: bigint };
type RatingOutcome = {
  rows: bigint;
  width: 128 | 256 | undefined;
  /** By run, where an amount was carried in; those without usage are not in it. */
  carried: ReadonlyMap<bigint, CarriedRun>;
};

/** Some usage has no price, on the days of these runs. Nothing was written. */
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

/** The run wrote other rows than it was to rate; it must not become live and can be tried again under a fresh run_no. */
export class IncompleteRun extends Error {
  constructor(expected: bigint, written: bigint) {
    super(`${expected} usage rows were to be rated, and ${written} rows were written`);
    this.name = 'IncompleteRun';
  }
}

/**
 * Rates the usage of whole billing days into `purchase`, under the run_no of each day; nobody reads the rows before the
 * caller makes those runs live. Where an amount is carried in, usage is cut into slices at the bounds of its tiers. Throws UnpricedUsage, AmountTooLarge, IncompleteRun; then the runs are to be abandoned.
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
  const statement = { days, segments: applying, arithmetic, hasCorrections, where: windowSql(window) };
  const select = carriedIn === undefined ? ratingSelect(statement) : slicedRatingSelect({ ...statement, carriedIn });
  await ch.command(insertSql(select), {}, ratingSettings, { limits: limitsOf.rating }).catch((error: unknown) => {
    throw isGuards(error) ? new IncompleteRun(rows, 0n) : error;
  });

  const written = await countRated(ch, contractId, days);
  if (written !== rows) throw new IncompleteRun(rows, written);
  const run = { contractId, days, segments: applying, arithmetic };
  const carried = carriedIn === undefined ? new Map() : await measureCarried(ch, { ...run, carriedIn });
  return { rows, width: arithmetic.width, carried };
}

/** FUNCTION_THROW_IF_VALUE_IS_NON_ZERO */
const throwIfCode = '395';

/** The statement looks whether each row is one of those that were measured, and throws where another has come in between. */
const isGuards = (error: unknown) => error instanceof Error && 'code' in error && error.code === throwIfCode;

// Sorting and compressing the rated rows takes longer than rating them, so it gets more than the one thread of the
// default. The window is a prefix of the key: testing it before the other columns are read costs a fifth and saves none.
// The statement carries every price of the window, hence the parser's limit.
export const ratingSettings = {
  max_insert_threads: '4',
  optimize_move_to_prewhere: 0,
  max_query_size: '67108864',
} as const;

function wholeOf(days: readonly BillingDay[]) {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('A run rates at least one day');
  const gap = days.find((day, index) => index > 0 && days[index - 1]?.range.end !== day.range.start);
  if (gap !== undefined) throw new RangeError('The days of a run touch, in order');
  return { start: first.range.start, end: last.range.end };
}

/** Throws AmountTooLarge, which says what is so by itself. */
async function planned(
  ch: ClickHouse,
  window: UsageWindow,
  { days, segments, priced }: Pick<RatingRun, 'days' | 'segments'> & { priced: readonly SegmentUsage[] },
): Promise<Arithmetic> {
  if (!isTooLarge(segments, priced)) return planArithmetic(segments, priced);
  const runs = await measureRuns(ch, window, { segments, runNo: runNoSql(days) });
  throw new AmountTooLarge(new Set([...runs.keys()].filter((runNo) => isTooLarge(segments, runs.get(runNo) ?? []))));
}

/** On the days of which runs usage has no price. */
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

/** How many usages were rated: what a usage was cut into are slices of it, and only the first one counts. */
async function countRated(ch: ClickHouse, contractId: string, days: readonly BillingDay[]): Promise<bigint> {
  const rows = await ch.query<{ rows: string }>(
    'SELECT countIf(slice_no = 0) AS rows FROM purchase WHERE contract_id = {contractId:String} AND run_no IN {runNos:Array(UInt64)}',
    { contractId, runNos: days.map(({ runNo }) => runNo) },
  );
  return BigInt(onlyRow(rows).rows);
}
