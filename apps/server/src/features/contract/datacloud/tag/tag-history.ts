import type { Instant } from '@usance/period/instant';
import { instantOf } from '@usance/period/instant';
import type { DbOrTx } from '#platform/postgres/database.ts';

export type Tags = ReadonlyMap<string, string>;

/** The tags of a data cloud from an hour on, until its next step. */
export interface TagStep {
  readonly from: Instant;
  readonly tags: Tags;
}

/** The steps of each data cloud, the earliest first. It has no tags before its first step. */
export type TagHistory = ReadonlyMap<string, readonly TagStep[]>;

/** Returns the tags that a contract's data clouds had before an instant; with `keys` or `datacloudIds`, only of those. */
export async function tagHistory(
  db: DbOrTx,
  contractId: string,
  {
    until,
    keys,
    datacloudIds,
  }: { until: Instant; keys?: readonly string[]; datacloudIds?: readonly string[] | undefined },
): Promise<TagHistory> {
  let rows = db
    .selectFrom('datacloud_tag')
    .select(['datacloud_id', 'key', 'value', 'from_hour'])
    .where('contract_id', '=', contractId)
    .where('from_hour', '<', new Date(until))
    .orderBy('from_hour');
  if (keys) rows = rows.where('key', 'in', keys);
  if (datacloudIds?.length) rows = rows.where('datacloud_id', 'in', datacloudIds);
  const byDatacloud = Map.groupBy(await rows.execute(), ({ datacloud_id }) => datacloud_id);
  return new Map([...byDatacloud].map(([id, changes]) => [id, stepsOf(changes)]));
}

type TagChange = { readonly key: string; readonly value: string | null; readonly from_hour: Date };

function stepsOf(changes: readonly TagChange[]): TagStep[] {
  const present = new Map<string, string>();
  const byHour = Map.groupBy(changes, ({ from_hour }) => instantOf(from_hour));
  return [...byHour].map(([from, ofHour]) => {
    for (const { key, value } of ofHour) {
      if (value === null) present.delete(key);
      else present.set(key, value);
    }
    return { from, tags: new Map([...present].sort(byKey)) };
  });
}

const byKey = ([one]: readonly [string, string], [other]: readonly [string, string]) => (one < other ? -1 : 1);

/** Returns the tags that a data cloud had at an instant. */
export function tagsAt(history: TagHistory, datacloudId: string, at: Instant): Tags {
  return history.get(datacloudId)?.findLast(({ from }) => from <= at)?.tags ?? noTags;
}

/** The tags of a data cloud that never had any. */
export const noTags: Tags = new Map();
