import type { Sku } from '@usance/api/metering/sku';
import type { Instant } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Tx } from '#platform/postgres/database.ts';

/** The former and present contracts of a data cloud in order of time, each with its end. */
export type ContractsOf = readonly { readonly contractId: string; readonly until: Instant | undefined }[];

/** A data cloud with its place, which determines the SKUs of its usage. */
export type DatacloudPlace = Pick<Sku, 'cloudProvider' | 'region' | 'edition'> & {
  readonly name: string;
  readonly deletedAt: Date | null;
  /** The time of the move from a former contract, which may be missing after an import from an archive. */
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
    // A contract that was renewed at once held the data cloud for no time; it comes after the one before it.
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

/** The contract of a data cloud at an instant. */
export const contractAt = (contracts: ContractsOf, at: Instant): string | undefined =>
  contracts.find(({ until }) => until === undefined || at < until)?.contractId;
