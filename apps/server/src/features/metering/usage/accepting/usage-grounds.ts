import type { BillingMonth } from '@usance/period/billing-month';
import type { Instant } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import type { Tx } from '#platform/postgres/database.ts';
import { invalidParameter, notFound, Refusal } from '#platform/refusal.ts';
import { shareContracts } from '../../../contract/contract/contract.queries.ts';
import type { ContractRow } from '../../../contract/contract/contract.ts';
import { closedMonthsOf } from '../../closed-month/closed-month.ts';
import { skuKey, skuOf } from '../../sku/sku.ts';
import type { UsageKind } from '../reading/usage-kind.ts';
import type { UsageLine } from '../reading/usage-line.ts';
import { attributed } from './attribute-usage.ts';
import { calendarOf } from './calendar.ts';
import { contractAt, type DatacloudPlace, placesOf } from './datacloud-places.ts';
import { monthsAccepted, oldestStart } from './oldest-usage.ts';

/** The facts that a batch's records depend on: contracts, data clouds, SKUs and closed months. */
export interface UsageGrounds {
  /** The records, each under the contract of its data cloud at that time. */
  readonly lines: readonly UsageLine[];
  /** Undefined if records of the kind can be billed. The other methods expect a kind without refusal. */
  refusalOf(kind: UsageKind): Refusal | undefined;
  contract(contractId: string): ContractRow;
  datacloudName(kind: UsageKind): string;
  skuNo(kind: UsageKind): number;
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
  const datacloudIds = unique(given.map(({ kind }) => kind.datacloudId));
  const found = await placesOf(tx, datacloudIds);
  const lines = given.map((line) => {
    const place = found.get(line.kind.datacloudId);
    return place ? attributed(line, place.contracts) : line;
  });
  const kinds = unique(lines.map(({ kind }) => kind));
  const contractIds = contractsOf(kinds, found);
  const contracts = new Map((await shareContracts(tx, contractIds)).map((row) => [row.id, row]));
  const closed = await closedMonthsOf(tx, contractIds);
  // Read again under the locks, which exclude a renewal.
  const places = await placesOf(tx, datacloudIds);
  if (kinds.some((kind) => isOutdated(kind, places.get(kind.datacloudId)))) throw new MovedMeanwhile();
  const skus = await skusOf(tx, unique(kinds.map(({ billingItem }) => billingItem)));
  const soldAs = ({ datacloudId, billingItem, tier }: UsageKind) => {
    const place = places.get(datacloudId);
    return place && skus.get(skuKey({ ...place, billingItem, tier }));
  };

  return {
    lines,
    refusalOf: (kind) => {
      const { start, end } = kind;
      const contract = contracts.get(kind.contractId);
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
      const place = places.get(kind.datacloudId);
      if (!place || contractAt(place.contracts, start) !== kind.contractId || isBefore(place, start))
        return new Refusal('DATACLOUD_NOT_FOUND', 'The contract has no such data cloud.');
      if (place.deletedAt && start >= place.deletedAt.getTime())
        return invalidParameter('start', 'Lies after the deletion of the data cloud.');
      const sku = soldAs(kind);
      if (!sku) return new Refusal('SKU_NOT_FOUND', 'No SKU with this billing item and tier is sold there.');
      if (sku.unit !== kind.unit) return invalidParameter('unit', `Must be ${sku.unit}, the unit of the SKU.`);
      return undefined;
    },
    contract: (id) => known(contracts.get(id)),
    datacloudName: (kind) => known(places.get(kind.datacloudId)).name,
    skuNo: (kind) => known(soldAs(kind)).skuNo,
    closedMonths: (id) => closed.get(id) ?? noMonths,
  };
}

/** Thrown if a data cloud moved to another contract meanwhile; the caller tries again. */
export class MovedMeanwhile extends Error {}

function isOutdated(kind: UsageKind, place: DatacloudPlace | undefined): boolean {
  const isOneOf = place?.contracts.some(({ contractId }) => contractId === kind.contractId) ?? false;
  return isOneOf && place !== undefined && contractAt(place.contracts, kind.start) !== kind.contractId;
}

/** True if the data cloud came over from a contract that is not in this installation, and `start` lies before that. */
function isBefore({ since, contracts }: DatacloudPlace, start: Instant): boolean {
  return contracts.length === 1 && since !== null && start < since.getTime();
}

/** In order of id. Includes former contracts of moved data clouds: their lost usage may be sent again. */
function contractsOf(kinds: readonly UsageKind[], places: ReadonlyMap<string, DatacloudPlace>): string[] {
  const moved = [...places.values()].filter(({ contracts }) => contracts.length > 1);
  const ids = moved.flatMap(({ contracts }) => contracts.map(({ contractId }) => contractId));
  return unique([...kinds.map(({ contractId }) => contractId), ...ids]).sort();
}

async function skusOf(tx: Tx, items: readonly string[]): Promise<Map<string, { skuNo: number; unit: string }>> {
  if (items.length === 0) return new Map();
  const rows = await tx.selectFrom('sku').selectAll().where('billing_item', 'in', items).execute();
  return new Map(rows.map((row) => [skuKey(skuOf(row)), { skuNo: row.sku_no, unit: row.unit }]));
}

const noMonths: ReadonlySet<BillingMonth> = new Set();

const unique = <T>(values: readonly T[]) => [...new Set(values)];

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Asked about a kind of usage that was refused');
  return value;
}
