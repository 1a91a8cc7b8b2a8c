import type { UsageRecord } from '@usance/api/usage';
import { type BillingMonth, billingMonthOf, rangeOf } from '@usance/period/billing-month';
import type { Instant } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import type { Tx } from '#platform/postgres/database.ts';
import { invalidParameter, notFound, Refusal } from '#platform/refusal.ts';
import { shareContracts } from '../../../contract/contract/contract.queries.ts';
import type { ContractRow } from '../../../contract/contract/contract.ts';
import { closedMonthsOf } from '../../closed-month/closed-month.ts';
import { skuKey, skuOf } from '../../sku/sku.ts';
import type { UsageLine } from '../reading/usage-line.ts';
import { attributed } from './attribute-usage.ts';
import { contractAt, type DatacloudPlace, placesOf } from './datacloud-places.ts';

/** What the records of a batch stand on: their contracts, data clouds, SKUs and which months are closed. */
export interface UsageGrounds {
  /** The records, each under the contract that its data cloud was of. */
  readonly lines: readonly UsageLine[];
  /** Why a record cannot be billed, if it cannot. The other answers hold for records without a refusal. */
  refusalOf(line: UsageLine): Refusal | undefined;
  contract(contractId: string): ContractRow;
  datacloudName(record: UsageRecord): string;
  skuNo(record: UsageRecord): number;
  closedMonths(contractId: string): ReadonlySet<BillingMonth>;
}

/** A study's usage comes from its import alone: it shows one bill. */
export type UsageSender = 'meter' | 'import';

/** Loads them all at once, and shares each contract's lock: a month cannot be signed under a batch on its way in. */
export async function groundsFor(tx: Tx, given: readonly UsageLine[], sender: UsageSender): Promise<UsageGrounds> {
  const datacloudIds = unique(given.map(({ record }) => record.datacloudId));
  const found = await placesOf(tx, datacloudIds);
  const lines = given.map((line) => {
    const place = found.get(line.record.datacloudId);
    return place ? attributed(line, place.contracts) : line;
  });
  const contractIds = contractsOf(lines, found);
  const contracts = new Map((await shareContracts(tx, contractIds)).map((row) => [row.id, row]));
  const closed = await closedMonthsOf(tx, contractIds);
  // Asked again, now that no contract can be renewed.
  const places = await placesOf(tx, datacloudIds);
  if (lines.some((line) => isOutdated(line, places.get(line.record.datacloudId)))) throw new MovedMeanwhile();
  const skus = await skusOf(tx, unique(lines.map((line) => line.record.billingItem)));
  const soldAs = ({ datacloudId, billingItem, tier }: UsageRecord) => {
    const place = places.get(datacloudId);
    return place && skus.get(skuKey({ ...place, billingItem, tier }));
  };

  return {
    lines,
    refusalOf: ({ record, start, end }) => {
      const contract = contracts.get(record.contractId);
      if (!contract) return notFound('CONTRACT_NOT_FOUND');
      if (contract.is_study && sender === 'meter')
        return invalidParameter('contractId', 'Is a study of an imported bill, which takes no other usage.');
      if (start < contract.commencing_on.getTime()) return invalidParameter('start', 'Lies before the contract.');
      if (contract.ended_at && start >= contract.ended_at.getTime())
        return invalidParameter('start', 'Lies after the end of the contract.');
      const zone = billingZoneOf(contract.currency);
      if (end > rangeOf(billingMonthOf(start, zone), zone).end)
        return invalidParameter('end', 'Lies in another billing month of the contract than the start.');
      const place = places.get(record.datacloudId);
      if (!place || contractAt(place.contracts, start) !== record.contractId || isBefore(place, start))
        return new Refusal('DATACLOUD_NOT_FOUND', 'The contract has no such data cloud.');
      if (place.deletedAt && start >= place.deletedAt.getTime())
        return invalidParameter('start', 'Lies after the deletion of the data cloud.');
      const sku = soldAs(record);
      if (!sku) return new Refusal('SKU_NOT_FOUND', 'Nothing of this billing item and tier is sold there.');
      if (sku.unit !== record.unit) return invalidParameter('unit', `Is counted in ${sku.unit}.`);
      return undefined;
    },
    contract: (id) => known(contracts.get(id)),
    datacloudName: (record) => known(places.get(record.datacloudId)).name,
    skuNo: (record) => known(soldAs(record)).skuNo,
    closedMonths: (id) => closed.get(id) ?? noMonths,
  };
}

/** Thrown where a data cloud has gone over to another contract while its usage was looked at: it is looked at again. */
export class MovedMeanwhile extends Error {}

function isOutdated({ record, start }: UsageLine, place: DatacloudPlace | undefined): boolean {
  const isOneOf = place?.contracts.some(({ contractId }) => contractId === record.contractId) ?? false;
  return isOneOf && place !== undefined && contractAt(place.contracts, start) !== record.contractId;
}

/** Of one that came over, and whose former contract was never here, as it came with an archive. */
function isBefore({ since, contracts }: DatacloudPlace, start: Instant): boolean {
  return contracts.length === 1 && since !== null && start < since.getTime();
}

/** In order of id. Of a data cloud that went over, the former ones too: what is lost of them may be sent again. */
function contractsOf(lines: readonly UsageLine[], places: ReadonlyMap<string, DatacloudPlace>): string[] {
  const moved = [...places.values()].filter(({ contracts }) => contracts.length > 1);
  const ids = moved.flatMap(({ contracts }) => contracts.map(({ contractId }) => contractId));
  return unique([...lines.map(({ record }) => record.contractId), ...ids]).sort();
}

async function skusOf(tx: Tx, items: readonly string[]): Promise<Map<string, { skuNo: number; unit: string }>> {
  if (items.length === 0) return new Map();
  const rows = await tx.selectFrom('sku').selectAll().where('billing_item', 'in', items).execute();
  return new Map(rows.map((row) => [skuKey(skuOf(row)), { skuNo: row.sku_no, unit: row.unit }]));
}

const noMonths: ReadonlySet<BillingMonth> = new Set();

const unique = (ids: readonly string[]) => [...new Set(ids)];

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Asked about a record that was refused');
  return value;
}
