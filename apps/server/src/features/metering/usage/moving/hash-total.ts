import { sipHash64 } from '#platform/clickhouse/sip-hash.ts';
import type { UsageRecordRow } from './insert-usage-batch.ts';

/**
 * Returns a hash sum over records, modulo 2^64, as a decimal text. Two different sets of records have the same sum once
 * in 2^64 cases.
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

/** The rotation distinguishes a record from the one with source and id swapped. */
const turned = (hash: bigint) => BigInt.asUintN(64, (hash << 1n) | (hash >> 63n));

/** SQL: the contribution of one row. The usage database's integer sums overflow at 2^64, too. */
export const recordHashSql = 'bitXor(bitRotateLeft(sipHash64(source), 1), sipHash64(usage_id))';

/** SQL: the hash total of rows of `usage_record`. */
export const hashTotalSql = `sum(${recordHashSql})`;

/** The modulus of hash totals, 2^64. */
export const hashTotals = '18446744073709551616';
