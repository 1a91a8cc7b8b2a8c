import { type Instant, instantOf } from '@usance/period/instant';
import type { Selectable } from 'kysely';
import type { Database, DbOrTx } from '#platform/postgres/database.ts';

export type Tags = ReadonlyMap<string, string>;

/** The tags of a data cloud from an hour on, until its next step. */
export interface TagStep {
  readonly from: Instant;
  readonly tags: Tags;
}

/** The steps of each data cloud, the earliest first. It has no tags before its first step. */
export type TagHistory = ReadonlyMap<string, readonly TagStep[]>;

/** Returns the tags that all data clouds of a contract had before an instant. */
export async function tagHistory(db: DbOrTx, contractId: string, until: Instant): Promise<TagHistory> {
  const rows = await db
    .selectFrom('datacloud_tag')
    .select(['datacloud_id', 'key', 'value', 'from_hour'])
    .where('contract_id', '=', contractId)
    .where('from_hour', '<', new Date(until))
    .orderBy('from_hour')
    .execute();
  return tagStepsOf(rows);
}

export type TagChange = Pick<Selectable<Database['datacloud_tag']>, 'datacloud_id' | 'key' | 'value' | 'from_hour'>;

/** Returns the steps that changes make, given in order of time. */
export function tagStepsOf(changes: readonly TagChange[]): TagHistory {
  const byDatacloud = Map.groupBy(changes, ({ datacloud_id }) => datacloud_id);
  return new Map([...byDatacloud].map(([id, ofOne]) => [id, stepsOf(ofOne)]));
}

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
