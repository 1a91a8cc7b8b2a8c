import { sipHash64 } from '#platform/clickhouse/sip-hash.ts';
import type { UsageRecordRow } from './insert-usage-batch.ts';

/**
 * Tells whether a batch holds the records that were acknowledged, and not only as many: a sum over them that means nothing
 * else, modulo 2^64, as a decimal text. What is wrong by chance passes once in 2^64 times.
 */
export function hashTotalOf(rows: readonly Pick<UsageRecordRow, 'source' | 'usage_id'>[]): string {
  const sources = new Map<string, bigint>();
  let total = 0n;
  for (const { source, usage_id: id } of rows) {
    const ofSource = sources.get(source) ?? turned(sipHash64(source));
    sources.set(source, ofSource);
    total += ofSource ^ sipHash64(id);
  }
  return String(BigInt.asUintN(64, total));
}

/** Or a record would be like the one whose source is its id and whose id its source. */
const turned = (hash: bigint) => BigInt.asUintN(64, (hash << 1n) | (hash >> 63n));

/** What one row adds to it, in the usage database: its sums of whole numbers run over at 2^64. */
export const recordHashSql = 'bitXor(bitRotateLeft(sipHash64(source), 1), sipHash64(usage_id))';

/** The same of rows of `usage_record`. */
export const hashTotalSql = `sum(${recordHashSql})`;

/** In how many steps a hash total comes round. */
export const hashTotals = '18446744073709551616';
