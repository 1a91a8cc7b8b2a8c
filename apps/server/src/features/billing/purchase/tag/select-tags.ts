import { says } from '@usance/api/rule';
import type { Instant } from '@usance/period/instant';
import { quote } from '#platform/clickhouse/literal.ts';
import type { OnContract, ReadContext } from '#platform/context/context.ts';
import { invalidParameter } from '#platform/refusal.ts';
import type { TagHistory, Tags } from '../../../contract/datacloud/tag/tag-history.ts';
import { tagsOfHours } from '../../../contract/datacloud/tag/tags-of-hours.ts';
import { hoursUsed, type RowsOfDays } from './hours-used.ts';
import { refuseLargeLookup } from './refuse-large-lookup.ts';
import { hasWantedTags, tagFiltersOf } from './tag-filters.ts';
import { tagLookupSql, type UsedAt } from './tag-lookup.ts';

/** The key of the tag by which a read groups. */
export type AskedTagKey = { readonly tagKey?: string | undefined };

type Asked = AskedTagKey & { readonly tag?: readonly string[] | undefined };

/** The tags by which a read filters and groups. */
interface SelectedTags {
  readonly areRead: boolean;
  /** When one of them changes. */
  readonly changes: readonly Instant[];
  /** The condition that a row must meet, if there is one. */
  filtered(at: UsedAt): string[];
  /** Filters a table of sums, and adds `tag_value` if the read groups by a tag. */
  addedTo(sums: string): string;
}

/** Reads the history of the tags by which a read of rows of these days filters and groups. */
export async function selectTags(
  ctx: Pick<OnContract<ReadContext>, 'db' | 'clickhouse' | 'contract'>,
  { tag = [], tagKey }: Asked,
  rows: RowsOfDays,
): Promise<SelectedTags> {
  const filters = tagFiltersOf(tag);
  const keys = [...new Set([...filters.keys(), ...(tagKey === undefined ? [] : [tagKey])])];
  const history: TagHistory =
    keys.length === 0 ? new Map() : await tagsOfHours(ctx.db, ctx.contract.id, await hoursUsed(ctx, rows), keys);
  const lookup = (at: UsedAt, sqlOf: (tags: Tags) => string) => {
    const sql = tagLookupSql(history, at, sqlOf);
    refuseLargeLookup(sql, 'analysis');
    return sql;
  };
  const changes = [...new Set([...history.values()].flatMap((steps) => steps.map(({ from }) => from)))];
  const filtered = (at: UsedAt) =>
    filters.size === 0 ? [] : [`${lookup(at, (tags) => (hasWantedTags(filters, tags) ? '1' : '0'))} = 1`];
  return {
    areRead: keys.length > 0,
    changes,
    filtered,
    addedTo: (sums) => {
      const [condition] = filtered('tagged_at');
      const found = condition === undefined ? sums : `(SELECT * FROM ${sums} WHERE ${condition})`;
      if (tagKey === undefined) return found;
      const value = lookup('tagged_at', (tags) => quote(valueText(tags.get(tagKey))));
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
