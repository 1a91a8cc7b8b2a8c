import { says } from '@usance/api/rule';
import { numbers, quote } from '#platform/clickhouse/literal.ts';
import { invalidParameter } from '#platform/refusal.ts';
import { noTags, type TagHistory, type Tags } from '../../../contract/datacloud/tag/tag-history.ts';

/** The column with the instant of a row's use. */
export type UsedAt = 'start_at' | 'bill_at' | 'tagged_at';

/**
 * SQL for what the tags of a row's hour come to. It searches one sorted list of all steps. A step is a number: its data
 * cloud in the upper half, and the second of its beginning in the lower half.
 */
export function tagLookupSql(history: TagHistory, at: UsedAt, sqlOf: (tags: Tags) => string): string {
  if (history.size === 0) return sqlOf(noTags);
  const ids = [...history.keys()];
  const steps = [...history.values()].flatMap((ofOne, index) => [
    { start: stepOf(index + 1, 0), value: sqlOf(noTags) },
    ...ofOne.map(({ from, tags }) => ({ start: stepOf(index + 1, from / 1_000), value: sqlOf(tags) })),
  ]);
  const starts = steps.map(({ start }) => start);
  const places = ids.map((_, index) => index + 1);
  const datacloud = `transform(toString(datacloud_id), [${ids.map(quote).join(',')}], ${numbers('UInt64', places)}, toUInt64(0))`;
  const step = `roundDown(${datacloud} * ${perDatacloud} + toUnixTimestamp(${at}), ${numbers('UInt64', [0, ...starts])})`;
  const values = `[${steps.map(({ value }) => value).join(',')}]`;
  const sql = `transform(${step}, ${numbers('UInt64', starts)}, ${values}, ${sqlOf(noTags)})`;
  if (sql.length > largestLookup) throw invalidParameter('datacloudID', says('tagsChangeTooOften'));
  return sql;
}

const perDatacloud = 2 ** 32;
const stepOf = (place: number, second: number) => place * perDatacloud + second;

/** A small part of what the engine reads as one statement. */
const largestLookup = 2 ** 22;
