import type { Tag } from '@usance/api/contract/datacloud-tag';
import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';

/** Returns the present tags of a data cloud, ordered by key. */
export async function tagsOf(db: DbOrTx, contractId: string, datacloudId: string): Promise<Tag[]> {
  const all = await tagsOfMany(db, [{ contractId, id: datacloudId }]);
  return all.get(datacloudId) ?? [];
}

/** Returns the present tags of data clouds, ordered by key. Data clouds without tags are left out. */
export async function tagsOfMany(
  db: DbOrTx,
  dataclouds: readonly { contractId: string; id: string }[],
): Promise<ReadonlyMap<string, Tag[]>> {
  if (dataclouds.length === 0) return new Map();
  const { rows } = await sql<{ datacloud_id: string; key: string; value: string }>`
    select datacloud_id, key, value from (
      select distinct on (contract_id, datacloud_id, key) datacloud_id, key, value
      from datacloud_tag
      where (contract_id, datacloud_id) in (
        select * from unnest(${dataclouds.map((each) => each.contractId)}::text[], ${dataclouds.map(({ id }) => id)}::text[])
      )
      order by contract_id, datacloud_id, key, from_hour desc
    ) as present
    where value is not null
    order by datacloud_id, key collate "C"`.execute(db);
  const byDatacloud = Map.groupBy(rows, ({ datacloud_id }) => datacloud_id);
  return new Map([...byDatacloud].map(([id, ofOne]) => [id, ofOne.map(({ key, value }) => ({ key, value }))]));
}
