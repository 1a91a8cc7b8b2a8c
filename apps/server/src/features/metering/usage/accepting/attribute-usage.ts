import type { Instant } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Tx } from '../../../../platform/postgres/database.ts';
import { contentHash } from '../reading/content-hash.ts';
import type { UsageLine } from '../reading/usage-line.ts';

/** The contracts that a data cloud was of and is of now, the first one first, each until when. */
export type ContractsOf = readonly { readonly contractId: string; readonly until: Instant | undefined }[];

/** Of the data clouds that have gone over from one contract to another. */
export async function movedAmong(tx: Tx, datacloudIds: readonly string[]): Promise<ReadonlyMap<string, ContractsOf>> {
  if (datacloudIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('datacloud_former_contract as former')
    .innerJoin('datacloud', 'datacloud.id', 'former.datacloud_id')
    .select(['former.datacloud_id', 'former.contract_id', 'former.to_at', 'datacloud.contract_id as present'])
    .where('former.datacloud_id', 'in', datacloudIds)
    .orderBy('former.to_at')
    // One that went on at once was of that contract for no time, and comes after the one before it.
    .orderBy(sql`former.from_at nulls first`)
    .execute();
  const moved = new Map<string, ContractsOf>();
  for (const { datacloud_id: id, contract_id: contractId, to_at, present } of rows) {
    const before = (moved.get(id) ?? []).slice(0, -1);
    const former = { contractId, until: to_at.getTime() as Instant };
    moved.set(id, [...before, former, { contractId: present, until: undefined }]);
  }
  return moved;
}

/** The contract that a data cloud was of at an instant. */
export const contractAt = (contracts: ContractsOf, at: Instant): string | undefined =>
  contracts.find(({ until }) => until === undefined || at < until)?.contractId;

/**
 * Usage of data clouds that have gone over to another contract as usage of the one that they were of when it started: a meter
 * may go on naming the former one, or name the new one for what was before. So a copy is a copy whichever it names.
 */
export async function attributed(tx: Tx, lines: readonly UsageLine[]): Promise<readonly UsageLine[]> {
  const moved = await movedAmong(tx, [...new Set(lines.map(({ record }) => record.datacloudId))]);
  return moved.size === 0 ? lines : lines.map((line) => attributedLine(line, moved.get(line.record.datacloudId)));
}

function attributedLine(line: UsageLine, contracts: ContractsOf | undefined): UsageLine {
  const contractId = contracts && contractAt(contracts, line.start);
  if (!contracts?.some((each) => each.contractId === line.record.contractId) || !contractId) return line;
  const under = (id: string) => ({ ...line, record: { ...line.record, contractId: id } });
  const others = contracts.map((each) => each.contractId).filter((id) => id !== contractId);
  return {
    ...under(contractId),
    contentHash: contentHash(under(contractId)),
    // It may have been taken in in the minute before the renewal was carried out.
    otherHashes: others.map((id) => contentHash(under(id))),
  };
}
