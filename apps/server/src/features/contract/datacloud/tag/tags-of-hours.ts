import type { Instant } from '@usance/period/instant';
import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { type TagChange, type TagHistory, tagStepsOf } from './tag-history.ts';

/** The first and the last hour in which a data cloud has usage. */
export interface UsedHours {
  readonly datacloudId: string;
  readonly first: Instant;
  readonly last: Instant;
}

/**
 * Returns the tags that data clouds had in these hours; with `keys`, only of those. The tags of the first hour are one
 * step from the beginning of time on, whenever they were set.
 */
export async function tagsOfHours(
  db: DbOrTx,
  contractId: string,
  used: readonly UsedHours[],
  keys?: readonly string[],
): Promise<TagHistory> {
  if (used.length === 0 || keys?.length === 0) return new Map();
  const ids = used.map(({ datacloudId }) => datacloudId);
  const [firsts, lasts] = [used.map(({ first }) => new Date(first)), used.map(({ last }) => new Date(last))];
  const { rows } = await sql<TagChange>`
    with used as (
      select * from unnest(${ids}::text[], ${firsts}::timestamptz[], ${lasts}::timestamptz[])
        as given (datacloud_id, first_hour, last_hour)
    )
    select datacloud_id, key, value,
      case when from_hour <= first_hour then timestamptz 'epoch' else from_hour end as from_hour
    from (
      select tag.*, used.first_hour,
        lead(tag.from_hour) over (partition by tag.datacloud_id, tag.key order by tag.from_hour) as next_hour
      from used join datacloud_tag as tag
        on tag.contract_id = ${contractId} and tag.datacloud_id = used.datacloud_id and tag.from_hour <= used.last_hour
      where ${keys ? sql`tag.key = any(${[...keys]}::text[])` : sql`true`}
    ) as step
    where next_hour is null or next_hour > first_hour
    order by 4`.execute(db);
  return tagStepsOf(rows);
}
