import type { Sku } from '@usance/api/sku';
import type { Instant } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Tx } from '#platform/postgres/database.ts';

/** The contracts that a data cloud was of and is of now, the first one first, each until when. */
export type ContractsOf = readonly { readonly contractId: string; readonly until: Instant | undefined }[];

/** A data cloud, and where it stands: its usage is of the SKUs that are sold there. */
export type DatacloudPlace = Pick<Sku, 'cloudProvider' | 'region' | 'edition'> & {
  readonly name: string;
  readonly deletedAt: Date | null;
  /** When it came over from a former contract, which an archive may have left behind. */
  readonly since: Date | null;
  readonly contracts: ContractsOf;
};

export async function placesOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, DatacloudPlace>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('datacloud')
    .leftJoin('datacloud_former_contract as former', 'former.datacloud_id', 'datacloud.id')
    .select(['datacloud.id', 'datacloud.contract_id', 'name', 'cloud', 'region', 'edition', 'deleted_at', 'since'])
    .select(['former.contract_id as former_id', 'former.to_at'])
    .where('datacloud.id', 'in', ids)
    .orderBy('former.to_at')
    // One that went on at once was of that contract for no time, and comes after the one before it.
    .orderBy(sql`former.from_at nulls first`)
    .execute();
  const places = new Map<string, DatacloudPlace>();
  for (const row of rows) {
    const former = row.former_id === null || row.to_at === null ? [] : [untilOf(row.former_id, row.to_at)];
    const before = places.get(row.id)?.contracts.slice(0, -1) ?? [];
    const { name, cloud: cloudProvider, region, edition, deleted_at: deletedAt, since } = row;
    const contracts = [...before, ...former, { contractId: row.contract_id, until: undefined }];
    places.set(row.id, { name, cloudProvider, region, edition, deletedAt, since, contracts });
  }
  return places;
}

const untilOf = (contractId: string, at: Date) => ({ contractId, until: at.getTime() as Instant });

/** The contract that a data cloud was of at an instant. */
export const contractAt = (contracts: ContractsOf, at: Instant): string | undefined =>
  contracts.find(({ until }) => until === undefined || at < until)?.contractId;
