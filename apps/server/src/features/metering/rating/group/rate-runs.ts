import type { Currency } from '@usance/money/currency';
import { compare, sum } from '@usance/money/decimal';
import { instantOfEpochMs } from '@usance/period/instant';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { limitsOf } from '#platform/clickhouse/limits.ts';
import type { Stores } from '#platform/context/context.ts';
import type { ContractRow } from '../../../contract/contract/contract.ts';
import type { RatedDay } from '../../billing-day/rated-days.ts';
import { priceSegmentsOf } from '../../price/book/price-books.ts';
import { isTooLarge, planArithmetic } from '../engine/arithmetic.ts';
import { ratedTotals } from '../engine/control-totals.ts';
import {
  cutsOf,
  type GroupPrices,
  type GroupWindow,
  groupPrices,
  groupWindowSql,
  type PricedContract,
} from '../engine/group-sql.ts';
import { hourTotals } from '../engine/hour-totals.ts';
import { ratingSettings } from '../engine/rate-window.ts';
import { insertSql, ratingSelect } from '../engine/rating-sql.ts';
import { isSumOf, rolledUp, rollUpRuns } from '../engine/roll-up.ts';
import { measureRuns, type SegmentUsage, type SkuSpan } from '../engine/usage-window.ts';
import type { StoredRun } from './stored-group.ts';

interface Rating {
  readonly currency: Currency;
  readonly contracts: readonly ContractRow[];
  readonly window: GroupWindow;
  readonly stored: ReadonlyMap<bigint, StoredRun>;
}

/** The finished runs of a contract. */
export interface RatedContract {
  readonly contractId: string;
  readonly rated: readonly RatedDay[];
}

/**
 * Rates the runs of a window into `purchase` by one statement. The rows stay invisible until the runs are made live.
 * Leaves out contracts that have to be rated alone, and those whose rows are not exactly those that are stored.
 */
export async function rateRuns(
  deps: Stores,
  { currency, contracts, window, stored }: Rating,
): Promise<RatedContract[]> {
  const spansOf = spansByContract(window, stored);
  const skuNosOf = new Map([...spansOf].map(([id, spans]) => [id, new Set(spans.map(({ skuNo }) => skuNo))]));
  const used = contracts.filter(({ id }) => spansOf.has(id));
  // Late usage has the price of its own hour, which lies before the days in which it is billed.
  const range = { start: instantOfEpochMs(0), end: window.range.end };
  const segmentsOf = await priceSegmentsOf(deps.db, { currency, contracts: used }, { range, skuNosOf });
  const all = used.map(({ id }): PricedContract => {
    return { contractId: id, segments: segmentsOf.get(id) ?? [], spans: spansOf.get(id) ?? [] };
  });
  const priced = withFewCuts(all);
  const isPriced = new Set(priced.map(({ contractId }) => contractId));
  const runs = window.runs.filter(({ contractId }) => isPriced.has(contractId));
  const written = await writeRuns(deps.clickhouse, { ...window, runs }, groupPrices(priced));
  const finished = await finishedRuns(deps.clickhouse, written, stored);
  return [...finished, ...withoutUsage(window, spansOf)];
}

/** Their days are marked and have no usage: only the marks go. */
function withoutUsage({ runs }: GroupWindow, spansOf: ReadonlyMap<string, unknown>): RatedContract[] {
  const ids = new Set(runs.map(({ contractId }) => contractId));
  return [...ids].filter((id) => !spansOf.has(id)).map((contractId) => ({ contractId, rated: [] }));
}

/** The SKUs that each contract has used, over all its days. */
function spansByContract(
  { runs }: GroupWindow,
  stored: ReadonlyMap<bigint, StoredRun>,
): ReadonlyMap<string, readonly SkuSpan[]> {
  const all = runs.flatMap(({ contractId, runNo }) =>
    (stored.get(runNo)?.spans ?? []).map((span) => ({ contractId, span })),
  );
  return new Map(
    [...Map.groupBy(all, ({ contractId }) => contractId)].map(([contractId, ofOne]) => {
      const bySku = Map.groupBy(
        ofOne.map(({ span }) => span),
        ({ skuNo }) => skuNo,
      );
      return [contractId, [...bySku.values()].map(wholeSpan)];
    }),
  );
}

/** Expects spans of one SKU. */
function wholeSpan(spans: readonly SkuSpan[]): SkuSpan {
  return spans.reduce(({ skuNo, firstStart, lastStart }, next) => ({
    skuNo,
    firstStart: instantOfEpochMs(Math.min(firstStart, next.firstStart)),
    lastStart: instantOfEpochMs(Math.max(lastStart, next.lastStart)),
  }));
}

/** Each cut makes the statement longer and slower. Contracts with many of their own are rated alone. */
const mostCuts = 100;

function withFewCuts(contracts: readonly PricedContract[]): PricedContract[] {
  let cuts = new Set<number>();
  return contracts.filter((contract) => {
    const more = new Set([...cuts, ...cutsOf(contract)]);
    if (more.size > mostCuts) return false;
    cuts = more;
    return true;
  });
}

/** Writes the rows of contracts that can be billed; returns their window. */
async function writeRuns(ch: ClickHouse, window: GroupWindow, prices: GroupPrices): Promise<GroupWindow> {
  if (window.runs.length === 0) return window;
  const { segments, segmentIndex } = prices;
  const measured = await measureRuns(ch, { ...groupWindowSql(window), segmentIndex });
  const left = window.runs.filter(
    ({ runNo }) => measured.unpriced.has(runNo) || isTooLarge(segments, measured.priced.get(runNo) ?? []),
  );
  const out = new Set(left.map(({ contractId }) => contractId));
  const usable = { ...window, runs: window.runs.filter(({ contractId }) => !out.has(contractId)) };
  if (usable.runs.length === 0) return usable;
  const usage = bySegment(usable.runs.flatMap(({ runNo }) => measured.priced.get(runNo) ?? []));
  const arithmetic = planArithmetic(segments, usage);
  const hasCorrections = usage.some((each) => each.hasCorrections);
  const select = ratingSelect({ ...groupWindowSql(usable), segmentIndex, segments, arithmetic, hasCorrections });
  await ch.command(insertSql(select), {}, ratingSettings, { limits: limitsOf.rating });
  const contractIds = [...new Set(usable.runs.map(({ contractId }) => contractId))];
  await rollUpRuns(ch, { contractIds, runNos: usable.runs.map(({ runNo }) => runNo) });
  return usable;
}

/** Adds up what several runs used of each segment. */
function bySegment(usage: readonly SegmentUsage[]): SegmentUsage[] {
  return [...Map.groupBy(usage, ({ segment }) => segment).values()].map((ofOne) =>
    ofOne.reduce((all, one) => ({
      segment: all.segment,
      rows: all.rows + one.rows,
      maxQuantity: compare(all.maxQuantity, one.maxQuantity) < 0 ? one.maxQuantity : all.maxQuantity,
      allQuantities: sum([all.allQuantities, one.allQuantities]),
      hasCorrections: all.hasCorrections || one.hasCorrections,
    })),
  );
}

/** Reads the written rows; leaves out contracts of which a run has other records than are stored. */
async function finishedRuns(
  ch: ClickHouse,
  { runs }: GroupWindow,
  stored: ReadonlyMap<bigint, StoredRun>,
): Promise<RatedContract[]> {
  if (runs.length === 0) return [];
  const contractIds = [...new Set(runs.map(({ contractId }) => contractId))];
  const runNos = runs.map(({ runNo }) => runNo);
  const totals = new Map((await ratedTotals(ch, contractIds, runNos)).map((total) => [total.runNo, total]));
  const hoursOf = await hourTotals(ch, contractIds, runNos);
  const sums = await rolledUp(ch, contractIds, runNos);
  const isSound = ({ runNo }: GroupWindow['runs'][number]) => {
    const [found, wanted] = [totals.get(runNo), stored.get(runNo)];
    if (found === undefined || wanted === undefined) return found === wanted;
    const hours = sum((hoursOf.get(runNo) ?? []).map(({ amount }) => amount));
    return (
      isSumOf(sums.get(runNo), found) &&
      found.rows === wanted.rows &&
      found.hashTotal === wanted.hashTotal &&
      compare(found.quantity, wanted.quantity) === 0 &&
      compare(hours, found.amount) === 0
    );
  };
  const byContract = Map.groupBy(runs, ({ contractId }) => contractId);
  return [...byContract].flatMap(([contractId, own]) => {
    if (!own.every(isSound)) return [];
    const rated = own.flatMap(({ day, runNo }) => {
      const total = totals.get(runNo);
      return total === undefined ? [] : [{ ...total, day, hours: hoursOf.get(runNo) ?? [] }];
    });
    return [{ contractId, rated }];
  });
}
