import { says } from '@usance/api/rule';
import { instantOfEpochMs } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { quote } from '#platform/clickhouse/literal.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { invalidParameter } from '#platform/refusal.ts';
import { type TagHistory, tagHistory } from '../../../contract/datacloud/tag/tag-history.ts';
import { hasWantedTags, tagFiltersOf } from './tag-filters.ts';
import { tagLookupSql, type UsedAt } from './tag-lookup.ts';

/** The key of the tag by which a read groups. */
export type AskedTagKey = { readonly tagKey?: string | undefined };

type Asked = AskedTagKey & {
  readonly tag?: readonly string[] | undefined;
  readonly datacloudID?: readonly string[] | undefined;
};

/** The tags by which a read filters and groups. */
interface SelectedTags {
  readonly areRead: boolean;
  /** True if one of them changes after the range has begun and before it ends. */
  changeWithin(range: Range): boolean;
  /** The condition that a row must meet, if there is one. */
  filtered(at: UsedAt): string[];
  /** Filters a table of sums, and adds `tag_value` if the read groups by a tag. */
  addedTo(sums: string): string;
}

/** Reads the history of the tags by which a read filters and groups. */
export async function selectTags(
  db: DbOrTx,
  contractId: string,
  { tag = [], tagKey, datacloudID }: Asked,
  windows: readonly Range[],
): Promise<SelectedTags> {
  const filters = tagFiltersOf(tag);
  const keys = [...new Set([...filters.keys(), ...(tagKey === undefined ? [] : [tagKey])])];
  const until = instantOfEpochMs(Math.max(0, ...windows.map(({ end }) => end)));
  const history: TagHistory =
    keys.length === 0 ? new Map() : await tagHistory(db, contractId, { until, keys, datacloudIds: datacloudID });
  const changes = [...new Set([...history.values()].flatMap((steps) => steps.map(({ from }) => from)))];
  const filtered = (at: UsedAt) =>
    filters.size === 0
      ? []
      : [`${tagLookupSql(history, at, (tags) => (hasWantedTags(filters, tags) ? '1' : '0'))} = 1`];
  return {
    areRead: keys.length > 0,
    changeWithin: ({ start, end }) => changes.some((at) => start < at && at < end),
    filtered,
    addedTo: (sums) => {
      const [condition] = filtered('tagged_at');
      const found = condition === undefined ? sums : `(SELECT * FROM ${sums} WHERE ${condition})`;
      if (tagKey === undefined) return found;
      const value = tagLookupSql(history, 'tagged_at', (tags) => quote(valueText(tags.get(tagKey))));
      return `(SELECT *, ${value} AS tag_value FROM ${found})`;
    },
  };
}

/** A tag may have an empty value, which is not the same as no tag. */
const valueText = (value: string | undefined) => (value === undefined ? '' : `=${value}`);

/** Returns the value that `tag_value` means; null for usage without the tag. */
export const tagValueOf = (text: string) => (text === '' ? null : text.slice(1));

/** Returns the key of a read that groups by a tag. */
export function requireTagKey({ tagKey }: AskedTagKey): string {
  if (tagKey === undefined) throw invalidParameter('tagKey', says('required'));
  return tagKey;
}
