import { sipHash64 } from '#platform/clickhouse/sip-hash.ts';
import { recent } from '#platform/recent.ts';
import type { UsageRecordRow } from '../payload/usage-record-row.ts';

/**
 * Returns a hash sum over records, modulo 2^64, as a decimal text. Two different sets of records have the same sum once
 * in 2^64 cases.
 */
export function hashTotalOf(rows: readonly Pick<UsageRecordRow, 'source' | 'usage_id'>[]): string {
  return hashTotalIn(rows.map((row) => recordHashOf(row.source, row.usage_id)));
}

/** Returns the hash sum of records with these hashes. */
export function hashTotalIn(hashes: readonly bigint[]): string {
  let total = 0n;
  for (const hash of hashes) total += hash;
  return String(BigInt.asUintN(64, total));
}

/** Returns the contribution of one record, below 2^64. */
export const recordHashOf = (source: string, id: string): bigint => turnedHash(source) ^ sipHash64(id);

/** The rotation distinguishes a record from the one with source and id swapped. */
const turnedHash = recent(1_000, (source: string) => {
  const hash = sipHash64(source);
  return BigInt.asUintN(64, (hash << 1n) | (hash >> 63n));
});

/** SQL: the contribution of one row. The usage database's integer sums overflow at 2^64, too. */
export const recordHashSql = 'bitXor(bitRotateLeft(sipHash64(source), 1), sipHash64(usage_id))';

/** SQL: the hash total of rows of `usage_record`. */
export const hashTotalSql = `sum(${recordHashSql})`;

/** The modulus of hash totals, 2^64. */
export const hashTotals = '18446744073709551616';
