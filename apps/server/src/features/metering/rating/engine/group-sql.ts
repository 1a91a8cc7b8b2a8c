import type { Day } from '@usance/period/day';
import { dayMs } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import type { BillingZone } from '@usance/period/zone';
import { numbers, quote } from '#platform/clickhouse/literal.ts';
import { billingDaySql } from '../../billing-day/billing-day-sql.ts';
import type { PriceSegment } from '../../price/book/price-segments.ts';
import type { SkuSpan } from './usage-window.ts';

/** The usage of several contracts on the days of some runs, in batches up to a number. */
export interface GroupWindow {
  readonly runs: readonly { readonly contractId: string; readonly day: Day; readonly runNo: bigint }[];
  readonly range: Range;
  readonly zone: BillingZone;
  readonly throughBatch: bigint;
}

/** SQL for the run of the row `u`, and a condition for the rows that have one. */
export function groupWindowSql({ runs, range, zone, throughBatch }: GroupWindow): { runNo: string; where: string } {
  const ids = idsOf(runs);
  const indexOf = new Map(ids.map((id, index) => [id, index + 1]));
  const keys = runs.map(({ contractId, day }) => (indexOf.get(contractId) ?? 0) * daysBeyond + dayNumber(day));
  const runNos = numbers(
    'UInt64',
    runs.map(({ runNo }) => runNo),
  );
  const key = `${contractIndexSql(ids)} * ${daysBeyond} + toUInt64(${billingDaySql('u.bill_at', zone)})`;
  const runNo = `transform(${key}, ${numbers('UInt64', keys)}, ${runNos}, toUInt64(0))`;
  const inTime = `u.bill_at >= toDateTime(${range.start / 1000}, 'UTC') AND u.bill_at < toDateTime(${range.end / 1000}, 'UTC')`;
  const where = `u.contract_id IN (${ids.map(quote).join(',')}) AND ${inTime} AND u.batch_no <= ${throughBatch} AND ${runNo} != 0`;
  return { runNo, where };
}

/** The segments of one contract, and the SKUs that it has used. */
export interface PricedContract {
  readonly contractId: string;
  readonly segments: readonly PriceSegment[];
  readonly spans: readonly SkuSpan[];
}

/** The distinct segments of several contracts, and SQL for the 1-based position of that which prices the row `u`. */
export interface GroupPrices {
  readonly segments: readonly PriceSegment[];
  readonly segmentIndex: string;
}

/**
 * Contracts at the same prices share segments. Time is cut only where a price changes within a used span: most groups
 * have no cut.
 */
export function groupPrices(contracts: readonly PricedContract[]): GroupPrices {
  const cuts = [...new Set(contracts.flatMap(cutsOf))].sort((left, right) => left - right);
  const ids = contracts.map(({ contractId }) => contractId);
  const skuNos = contracts.flatMap(({ spans }) => spans.map(({ skuNo }) => skuNo));
  const skusBeyond = skuNos.reduce((most, skuNo) => Math.max(most, skuNo), 0) + 1;
  const segments: PriceSegment[] = [];
  const positionOf = new Map<string, number>();
  const keys: number[] = [];
  const positions: number[] = [];
  for (const [index, { segments: own, spans }] of contracts.entries()) {
    for (const { skuNo, firstStart, lastStart } of spans) {
      for (let stretch = stretchOf(cuts, firstStart); stretch <= stretchOf(cuts, lastStart); stretch += 1) {
        const at = Math.max(firstStart, cuts[stretch - 1] ?? firstStart);
        const segment = own.find(({ range, skuNo: of }) => of === skuNo && range.start <= at && at < range.end);
        if (segment === undefined) continue;
        const text = contentOf(segment);
        const position = positionOf.get(text) ?? segments.push(segment);
        positionOf.set(text, position);
        keys.push(((index + 1) * skusBeyond + skuNo) * (cuts.length + 1) + stretch);
        positions.push(position);
      }
    }
  }
  const stretch = ['0', ...cuts.map((cut) => `(u.start_at >= toDateTime(${cut / 1000}, 'UTC'))`)].join(' + ');
  const key = `(${contractIndexSql(ids)} * ${skusBeyond} + u.sku_no) * ${cuts.length + 1} + ${stretch}`;
  const segmentIndex = `transform(toUInt64(${key}), ${numbers('UInt64', keys)}, ${numbers('UInt32', positions)}, toUInt32(0))`;
  return { segments, segmentIndex };
}

/** The instants within the used spans of a contract at which a price begins or ends. */
export function cutsOf({ segments, spans }: PricedContract): number[] {
  return spans.flatMap(({ skuNo, firstStart, lastStart }) =>
    segments
      .filter((segment) => segment.skuNo === skuNo)
      .flatMap(({ range }) => [range.start, range.end])
      .filter((at) => firstStart < at && at <= lastStart),
  );
}

const stretchOf = (cuts: readonly number[], at: number) => cuts.filter((cut) => cut <= at).length;

/** Equal for two segments that give a row the same columns. */
function contentOf({ range, ...content }: PriceSegment): string {
  return JSON.stringify(content, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** More than the days until 2100. */
const daysBeyond = 100_000;
const dayNumber = (day: Day) => Date.parse(day) / dayMs;

const idsOf = (runs: GroupWindow['runs']) => [...new Set(runs.map(({ contractId }) => contractId))];

/** SQL for the 1-based position of the contract of the row `u`. */
function contractIndexSql(ids: readonly string[]): string {
  const texts = `[${ids.map(quote).join(',')}]`;
  const positions = numbers(
    'UInt64',
    [...ids.keys()].map((index) => index + 1),
  );
  return `transform(u.contract_id, ${texts}, ${positions}, toUInt64(0))`;
}
