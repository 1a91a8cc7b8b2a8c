import type { UsageRecord } from '@usance/api/usage';
import '../../party/datacloud/datacloud.table.ts';
import '../sku/sku.table.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { ContractRow } from '../../party/contract/contract.ts';
import '../../party/contract/contract.table.ts';
import { signedMonths } from '../../billing/statement/record/statement.queries.ts';
import type { UsageLine } from './usage-line.ts';

/** What the records of a batch stand on: their contracts, data clouds, SKUs and which months are signed. */
export interface Grounds {
  /** Why a record cannot be billed, if it cannot. The other answers hold for records without a refusal. */
  refusalOf(line: UsageLine): Refusal | undefined;
  contract(contractId: string): ContractRow;
  datacloudName(record: UsageRecord): string;
  skuNo(record: UsageRecord): number;
  signedMonths(contractId: string): ReadonlySet<string>;
}

interface Place {
  readonly contractId: string;
  readonly name: string;
  readonly key: string;
}

/** Loads them all at once, and shares each contract's lock: a month cannot be signed under a batch on its way in. */
export async function groundsFor(tx: Tx, lines: readonly UsageLine[]): Promise<Grounds> {
  const contractIds = unique(lines.map((line) => line.record.contractId)).sort();
  const contracts = new Map((await contractsOf(tx, contractIds)).map((row) => [row.id, row]));
  const signed = new Map<string, ReadonlySet<string>>();
  for (const id of contracts.keys()) signed.set(id, new Set<string>(await signedMonths(tx, id)));
  const places = await placesOf(tx, unique(lines.map((line) => line.record.datacloudId)));
  const skus = await skusOf(tx, unique(lines.map((line) => line.record.billingItem)));
  const skuOf = (record: UsageRecord) =>
    skus.get(skuKey(places.get(record.datacloudId)?.key ?? '', record.billingItem, record.tier));

  return {
    refusalOf: ({ record, start }) => {
      const contract = contracts.get(record.contractId);
      if (!contract) return new Refusal(404, 'CONTRACT_NOT_FOUND', 'This contract does not exist.');
      if (start < contract.commencing_on.getTime()) {
        return new Refusal(400, 'INVALID_PARAMETER', 'Lies before the contract.', { field: 'start' });
      }
      if (places.get(record.datacloudId)?.contractId !== record.contractId) {
        return new Refusal(404, 'DATACLOUD_NOT_FOUND', 'The contract has no such data cloud.');
      }
      const sku = skuOf(record);
      if (!sku) return new Refusal(404, 'SKU_NOT_FOUND', 'Nothing of this billing item and tier is sold there.');
      if (sku.unit !== record.unit) {
        return new Refusal(400, 'INVALID_PARAMETER', `Is counted in ${sku.unit}.`, { field: 'unit' });
      }
      return undefined;
    },
    contract: (id) => known(contracts.get(id)),
    datacloudName: (record) => known(places.get(record.datacloudId)).name,
    skuNo: (record) => known(skuOf(record)).skuNo,
    signedMonths: (id) => known(signed.get(id)),
  };
}

function contractsOf(tx: Tx, ids: readonly string[]): Promise<ContractRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return tx.selectFrom('contract').selectAll().where('id', 'in', ids).orderBy('id').forShare().execute();
}

async function placesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Place>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('datacloud')
    .select(['id', 'contract_id', 'name', 'cloud', 'region', 'edition'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { contractId: row.contract_id, name: row.name, key: placeKey(row.cloud, row.region, row.edition) },
    ]),
  );
}

async function skusOf(tx: Tx, items: readonly string[]): Promise<Map<string, { skuNo: number; unit: string }>> {
  if (items.length === 0) return new Map();
  const rows = await tx
    .selectFrom('sku')
    .select(['sku_no', 'cloud_provider', 'region', 'edition', 'billing_item', 'tier', 'unit'])
    .where('billing_item', 'in', items)
    .execute();
  return new Map(
    rows.map((row) => [
      skuKey(placeKey(row.cloud_provider, row.region, row.edition), row.billing_item, row.tier),
      { skuNo: row.sku_no, unit: row.unit },
    ]),
  );
}

const placeKey = (cloud: string, region: string, edition: string) => JSON.stringify([cloud, region, edition]);
const skuKey = (place: string, billingItem: string, tier: string) => JSON.stringify([place, billingItem, tier]);
const unique = (ids: readonly string[]) => [...new Set(ids)];

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Asked about a record that was refused');
  return value;
}
