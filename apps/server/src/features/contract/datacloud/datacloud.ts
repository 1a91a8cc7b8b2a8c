import type { Datacloud } from '@usance/api/contract/datacloud';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';

export type DatacloudRow = Selectable<Database['datacloud']>;

/** The wire form of a data cloud; `contractTags` is the name of its contract. */
export function datacloudOf(row: DatacloudRow, contractTags: string): Datacloud {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    edition: row.edition,
    cloud: row.cloud,
    region: row.region,
    regionID: row.region_id,
    regionName: row.region_name,
    regionURL: row.region_url,
    creator: row.creator,
    gmtCreated: row.created_at.toISOString(),
    contractId: row.contract_id,
    contractTags,
  };
}
