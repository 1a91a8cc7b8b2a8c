import type { Instant } from '@usance/period/instant';
import { numbers } from '#platform/clickhouse/literal.ts';
import type { PriceSegment } from '../../price/book/price-segments.ts';

/**
 * SQL for the 1-based position of the segment that prices the row `u`; 0 if none does.
 * Time is cut at every boundary of any segment, so (SKU, stretch) is one integer for a hash lookup. That takes a fifth
 * of the time of a range or ASOF join, and keeps the display columns as lookups in constant arrays.
 * Segments consist of whole hours, so a row's own start is as good as the start of its hour.
 */
export function segmentIndexSql(segments: readonly Pick<PriceSegment, 'skuNo' | 'range'>[]): string {
  if (segments.length > 65_535) throw new RangeError(`${segments.length} price segments are too many for one run`);
  const starts = segments.map(({ range }) => secondsOf(range.start));
  const ends = segments.map(({ range }) => secondsOf(range.end));
  const cuts = [...new Set([...starts, ...ends])].sort((a, b) => a - b);
  const keys: number[] = [];
  const positions: number[] = [];
  segments.forEach(({ skuNo }, index) => {
    cuts.forEach((cut, stretch) => {
      if (cut < (starts[index] ?? 0) || cut >= (ends[index] ?? 0)) return;
      keys.push(skuNo * (cuts.length + 1) + stretch + 1);
      positions.push(index + 1);
    });
  });
  const stretch = cuts.map((cut) => `(u.start_at >= toDateTime(${cut}, 'UTC'))`).join(' + ');
  const key = `toUInt64(u.sku_no) * ${cuts.length + 1} + ${stretch === '' ? '0' : stretch}`;
  return `transform(${key}, ${numbers('UInt64', keys)}, ${numbers('UInt16', positions)}, toUInt16(0))`;
}

function secondsOf(at: Instant): number {
  return at / 1000;
}
