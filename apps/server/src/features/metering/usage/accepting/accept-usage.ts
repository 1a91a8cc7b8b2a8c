import type { BillingMonth } from '@usance/period/billing-month';
import { floorToHour, type Instant, instantOf } from '@usance/period/instant';
import { type BillingZone, billingZoneOf } from '@usance/period/zone';
import type { Tx } from '#platform/postgres/database.ts';
import { markUsedDays } from '../../billing-day/dirty-days.ts';
import { countUsedDays, type UsedHour, usedDaysOf } from '../../billing-day/used-days.ts';
import { ownUsageIn } from '../payload/own-usage.ts';
import type { KeptRow, SharedFields } from '../payload/payload.ts';
import type { UsageKind } from '../reading/usage-kind.ts';
import { type RefusedLine, refusedLine, type UsageLine } from '../reading/usage-line.ts';
import { underContract } from './attribute-usage.ts';
import { calendarOf, rfc3339Of } from './calendar.ts';
import { copiesAmong, type KnownLine, keepKeys } from './keep-keys.ts';
import { formerHour, type LostBatch, reingestLost } from './reingest-lost.ts';
import { drawBatches, storeBatches } from './store-batches.ts';
import { groundsFor, type UsageGrounds, type UsageSender } from './usage-grounds.ts';

interface Accepted {
  accepted: number;
  duplicate: number;
  refusals: RefusedLine[];
  /** The numbers of the batches that wait to be moved. */
  batches: string[];
  /** Duplicates of usage accepted in earlier calls, except those that were stored again. */
  known: readonly UsageLine[];
}

/** The billing of records of one kind. */
interface Billing extends Pick<UsedHour, 'contractId' | 'day'> {
  readonly month: BillingMonth;
  /** JSON of their `SharedFields`. */
  readonly shared: string;
}

/** An accepted row with its billing day and month. */
export interface AcceptedUsage extends UsedHour, KeptRow {
  readonly month: BillingMonth;
  readonly recordHash: bigint;
  readonly batchNo: string;
  /** The lost batch that acknowledged the record first, if it is stored again. */
  readonly againOf?: LostBatch;
}

/**
 * Accepts records that are valid in themselves. Keys, rows, day counts and marks commit together, and that commit is
 * the acknowledgement. A copy counts as a duplicate, and is stored again if the record is lost; another record under a
 * known id is refused.
 * The number of statements does not depend on the number of contracts. All callers lock in the same order: contracts by
 * id, keys, days by contract and date.
 */
export async function acceptUsage(
  tx: Tx,
  given: readonly UsageLine[],
  now: Date,
  sender: UsageSender = 'meter',
): Promise<Accepted> {
  const grounds = await groundsFor(tx, given, { now, sender });
  const { lines } = grounds;
  const kinds = [...new Set(lines.map(({ kind }) => kind))];
  const refusalOf = new Map(kinds.map((kind) => [kind, grounds.refusalOf(kind)]));
  // A record that was accepted once stays accepted, even if it would be refused now.
  const copies = await copiesAmong(
    tx,
    lines.filter(({ kind }) => refusalOf.get(kind)),
  );
  const refusals = lines.flatMap((line) => {
    const refusal = refusalOf.get(line.kind);
    return refusal && !copies.has(line) ? [refusedLine({ line: line.line, id: ownUsageIn(line.own).id }, refusal)] : [];
  });
  const billable = lines.filter(({ kind }) => !refusalOf.get(kind));
  const billingOf = new Map(
    kinds
      .filter((kind) => !refusalOf.get(kind))
      .map((kind) => [kind, billingAt(billHour(kind, grounds, now), kind, grounds)]),
  );
  const numbers = await drawBatches(tx, [...new Set([...billingOf.values()].map(monthKey))].sort());
  const batchOf = new Map([...billingOf].map(([kind, billing]) => [kind, numbers.get(monthKey(billing)) ?? '']));
  const kept = await keepKeys(tx, billable, ({ kind }) => batchOf.get(kind) ?? '');
  const fresh = kept.fresh.flatMap((line) => {
    const billing = billingOf.get(line.kind);
    return billing ? [acceptedOf(line, billing, { batchNo: batchOf.get(line.kind) ?? '' })] : [];
  });
  // They were acknowledged and counted before; only their rows are missing.
  const known = [...kept.known, ...batchesOf(copies)];
  const reingested = await reingestLost(tx, known);
  const again = reingested.map((record) => {
    const { line, lost, batchNo } = record;
    const kind = underContract(line.kind, lost.contractId);
    const billAt = formerHour(record, zoneOf(kind, grounds));
    return acceptedOf(line, billingAt(billAt, kind, grounds), { batchNo, againOf: lost });
  });
  const reingestedLines = new Set(reingested.map(({ line }) => line));
  const batches = await storeBatches(tx, [...fresh, ...again], now);
  const isOpen = ({ contractId, month }: AcceptedUsage) => !grounds.closedMonths(contractId).has(month);
  const freshDays = usedDaysOf(fresh);
  await markUsedDays(tx, again.length === 0 ? freshDays : usedDaysOf([...fresh, ...again.filter(isOpen)]));
  await countUsedDays(tx, freshDays);
  return {
    accepted: fresh.length,
    duplicate: kept.duplicate + copies.size,
    refusals: [...refusals, ...kept.refusals],
    batches,
    known: known.flatMap(({ line }) => (reingestedLines.has(line) ? [] : [line])),
  };
}

/** The copies whose batch is known, each record once. */
function batchesOf(copies: ReadonlyMap<UsageLine, string | null>): KnownLine[] {
  const byRecord = new Map<string, KnownLine>();
  for (const [line, batchNo] of copies) if (batchNo !== null) byRecord.set(line.key, { line, batchNo });
  return [...byRecord.values()];
}

function acceptedOf(
  { quantity, own, recordHash }: UsageLine,
  { contractId, day, month, shared }: Billing,
  batch: Pick<AcceptedUsage, 'batchNo' | 'againOf'>,
): AcceptedUsage {
  return { contractId, day, month, quantity, shared, own, recordHash, ...batch };
}

const monthKey = ({ contractId, month }: Billing) => `${contractId} ${month}`;

const zoneOf = ({ contractId }: UsageKind, grounds: UsageGrounds) =>
  billingZoneOf(grounds.contract(contractId).currency);

/** Usage of a signed month is billed in the hour of its arrival, or in the first open hour after it. */
function billHour(kind: UsageKind, grounds: UsageGrounds, now: Date): Instant {
  const zone = zoneOf(kind, grounds);
  const closed = grounds.closedMonths(kind.contractId);
  const isLate = closed.size > 0 && closed.has(calendarOf(kind.start, zone).month);
  return isLate ? openHour(floorToHour(instantOf(now)), closed, zone) : floorToHour(kind.start);
}

/** If the clock is behind, the month of arrival may be signed as well. */
function openHour(at: Instant, closed: ReadonlySet<BillingMonth>, zone: BillingZone): Instant {
  const { month, monthEnd } = calendarOf(at, zone);
  return closed.has(month) ? openHour(monthEnd, closed, zone) : at;
}

function billingAt(billAt: Instant, kind: UsageKind, grounds: UsageGrounds): Billing {
  const { contractId } = kind;
  const { day, month } = calendarOf(billAt, zoneOf(kind, grounds));
  const shared: SharedFields = {
    contract_id: contractId,
    source: kind.source,
    datacloud_id: kind.datacloudId,
    datacloud_name: grounds.datacloudName(kind),
    resource_kind: kind.resourceKind,
    sku_no: grounds.skuNo(kind),
    start_at: rfc3339Of(kind.start),
    end_at: rfc3339Of(kind.end),
    bill_at: rfc3339Of(billAt),
    chargeable: kind.chargeable ? 1 : 0,
  };
  return { contractId, day, month, shared: JSON.stringify(shared) };
}
