import type { UsageRecord } from '@usance/api/metering/usage';
import type { BillingMonth } from '@usance/period/billing-month';
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
import { calendarOf } from './calendar.ts';
import { contractAt, type DatacloudPlace, placesOf } from './datacloud-places.ts';
import { monthsAccepted, oldestStart } from './oldest-usage.ts';

/** The facts that a batch's records depend on: contracts, data clouds, SKUs and closed months. */
export interface UsageGrounds {
  /** The records, each under the contract of its data cloud at that time. */
  readonly lines: readonly UsageLine[];
  /** Undefined if the record can be billed. The other methods expect a record without refusal. */
  refusalOf(line: UsageLine): Refusal | undefined;
  contract(contractId: string): ContractRow;
  datacloudName(record: UsageRecord): string;
  skuNo(record: UsageRecord): number;
  closedMonths(contractId: string): ReadonlySet<BillingMonth>;
}

/** Only an import may send usage of a study, because a study shows a single bill, of any age. */
export type UsageSender = 'meter' | 'import';

/** Loads everything at once and shares each contract's lock, so that no month is signed while a batch arrives. */
export async function groundsFor(
  tx: Tx,
  given: readonly UsageLine[],
  { now, sender }: { readonly now: Date; readonly sender: UsageSender },
): Promise<UsageGrounds> {
  const oldest = sender === 'import' ? -Infinity : oldestStart(now);
  const datacloudIds = unique(given.map(({ record }) => record.datacloudId));
  const found = await placesOf(tx, datacloudIds);
  const lines = given.map((line) => {
    const place = found.get(line.record.datacloudId);
    return place ? attributed(line, place.contracts) : line;
  });
  const contractIds = contractsOf(lines, found);
  const contracts = new Map((await shareContracts(tx, contractIds)).map((row) => [row.id, row]));
  const closed = await closedMonthsOf(tx, contractIds);
  // Read again under the locks, which exclude a renewal.
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
        return invalidParameter('contractId', 'Is a study of an imported bill, which accepts no other usage.');
      if (start < oldest)
        return invalidParameter('start', `Lies more than ${monthsAccepted} months ago: the usage is too old.`);
      if (start < contract.commencing_on.getTime()) return invalidParameter('start', 'Lies before the contract.');
      if (contract.ended_at && start >= contract.ended_at.getTime())
        return invalidParameter('start', 'Lies after the end of the contract.');
      if (end > calendarOf(start, billingZoneOf(contract.currency)).monthEnd)
        return invalidParameter('end', 'Lies in another billing month of the contract than the start.');
      const place = places.get(record.datacloudId);
      if (!place || contractAt(place.contracts, start) !== record.contractId || isBefore(place, start))
        return new Refusal('DATACLOUD_NOT_FOUND', 'The contract has no such data cloud.');
      if (place.deletedAt && start >= place.deletedAt.getTime())
        return invalidParameter('start', 'Lies after the deletion of the data cloud.');
      const sku = soldAs(record);
      if (!sku) return new Refusal('SKU_NOT_FOUND', 'No SKU with this billing item and tier is sold there.');
      if (sku.unit !== record.unit) return invalidParameter('unit', `Must be ${sku.unit}, the unit of the SKU.`);
      return undefined;
    },
    contract: (id) => known(contracts.get(id)),
    datacloudName: (record) => known(places.get(record.datacloudId)).name,
    skuNo: (record) => known(soldAs(record)).skuNo,
    closedMonths: (id) => closed.get(id) ?? noMonths,
  };
}

/** Thrown if a data cloud moved to another contract meanwhile; the caller tries again. */
export class MovedMeanwhile extends Error {}

function isOutdated({ record, start }: UsageLine, place: DatacloudPlace | undefined): boolean {
  const isOneOf = place?.contracts.some(({ contractId }) => contractId === record.contractId) ?? false;
  return isOneOf && place !== undefined && contractAt(place.contracts, start) !== record.contractId;
}

/** True if the data cloud came over from a contract that is not in this installation, and `start` lies before that. */
function isBefore({ since, contracts }: DatacloudPlace, start: Instant): boolean {
  return contracts.length === 1 && since !== null && start < since.getTime();
}

/** In order of id. Includes former contracts of moved data clouds: their lost usage may be sent again. */
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
