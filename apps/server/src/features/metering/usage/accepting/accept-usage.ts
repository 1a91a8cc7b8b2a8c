import type { BillingMonth } from '@usance/period/billing-month';
import { floorToHour, type Instant, instantOf } from '@usance/period/instant';
import { type BillingZone, billingZoneOf } from '@usance/period/zone';
import type { Tx } from '#platform/postgres/database.ts';
import { markUsedDays } from '../../billing-day/dirty-days.ts';
import { countUsedDays, type UsedHour, usedDaysOf } from '../../billing-day/used-days.ts';
import type { UsageRecordRow } from '../moving/insert-usage-batch.ts';
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

/** An accepted row with its billing day and month. */
export interface AcceptedUsage extends UsedHour {
  readonly month: BillingMonth;
  readonly row: UsageRecordRow;
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
  const refusalOf = new Map(lines.map((line) => [line, grounds.refusalOf(line)]));
  // A record that was accepted once stays accepted, even if it would be refused now.
  const copies = await copiesAmong(
    tx,
    lines.filter((line) => refusalOf.get(line)),
  );
  const refusals = lines.flatMap((line) => {
    const refusal = copies.has(line) ? undefined : refusalOf.get(line);
    return refusal ? [refusedLine({ line: line.line, id: line.record.id }, refusal)] : [];
  });
  const billable = lines.filter((line) => !refusalOf.get(line));
  const monthKeyOf = (line: UsageLine) => `${line.record.contractId} ${monthOf(line, grounds, now)}`;
  const monthKeys = new Map(billable.map((line) => [line, monthKeyOf(line)]));
  const numbers = await drawBatches(tx, [...new Set(monthKeys.values())].sort());
  const batchOf = (line: UsageLine) => numbers.get(monthKeys.get(line) ?? '') ?? '';
  const kept = await keepKeys(tx, billable, batchOf);
  const fresh = kept.fresh.map((line) =>
    acceptedOf(line, grounds, { billAt: billHour(line, grounds, now), batchNo: batchOf(line) }),
  );
  // They were acknowledged and counted before; only their rows are missing.
  const known = [...kept.known, ...batchesOf(copies)];
  const reingested = await reingestLost(tx, known);
  const again = reingested.map((record) => {
    const line = underContract(record.line, record.lost.contractId);
    const billAt = formerHour(record, zoneOf(line, grounds));
    return acceptedOf(line, grounds, { billAt, batchNo: record.batchNo, againOf: record.lost });
  });
  const reingestedLines = new Set(reingested.map(({ line }) => line));
  const batches = await storeBatches(tx, [...fresh, ...again], now);
  const isOpen = ({ contractId, month }: AcceptedUsage) => !grounds.closedMonths(contractId).has(month);
  await markUsedDays(tx, usedDaysOf([...fresh, ...again.filter(isOpen)]));
  await countUsedDays(tx, usedDaysOf(fresh));
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
  line: UsageLine,
  grounds: UsageGrounds,
  { billAt, ...batch }: Pick<AcceptedUsage, 'batchNo' | 'againOf'> & { billAt: Instant },
): AcceptedUsage {
  const { contractId, quantity } = line.record;
  const { day, month } = calendarOf(billAt, zoneOf(line, grounds));
  const { batchNo, againOf } = batch;
  const row = rowOf(line, grounds, rfc3339Of(billAt));
  return { contractId, day, month, quantity, row, batchNo, ...(againOf && { againOf }) };
}

const zoneOf = ({ record }: UsageLine, grounds: UsageGrounds) =>
  billingZoneOf(grounds.contract(record.contractId).currency);

const monthOf = (line: UsageLine, grounds: UsageGrounds, now: Date) =>
  calendarOf(billHour(line, grounds, now), zoneOf(line, grounds)).month;

/** Usage of a signed month is billed in the hour of its arrival, or in the first open hour after it. */
function billHour(line: UsageLine, grounds: UsageGrounds, now: Date): Instant {
  const zone = zoneOf(line, grounds);
  const closed = grounds.closedMonths(line.record.contractId);
  const isLate = closed.size > 0 && closed.has(calendarOf(line.start, zone).month);
  return isLate ? openHour(floorToHour(instantOf(now)), closed, zone) : floorToHour(line.start);
}

/** If the clock is behind, the month of arrival may be signed as well. */
function openHour(at: Instant, closed: ReadonlySet<BillingMonth>, zone: BillingZone): Instant {
  const { month, monthEnd } = calendarOf(at, zone);
  return closed.has(month) ? openHour(monthEnd, closed, zone) : at;
}

function rowOf({ record, start, end }: UsageLine, grounds: UsageGrounds, billAt: string): UsageRecordRow {
  return {
    contract_id: record.contractId,
    source: record.source,
    usage_id: record.id,
    datacloud_id: record.datacloudId,
    datacloud_name: grounds.datacloudName(record),
    object_id: record.objectId,
    object_name: record.objectName,
    resource_kind: record.resourceKind,
    sku_no: grounds.skuNo(record),
    quantity: record.quantity,
    start_at: rfc3339Of(start),
    end_at: rfc3339Of(end),
    bill_at: billAt,
    chargeable: record.chargeable ? 1 : 0,
  };
}
