import { type BillingMonth, billingMonthOf, rangeOf } from '@usance/period/billing-month';
import { dayOf } from '@usance/period/day';
import { floorToHour, type Instant, instantOf, toRfc3339 } from '@usance/period/instant';
import { type BillingZone, billingZoneOf } from '@usance/period/zone';
import type { Tx } from '../../../platform/postgres/database.ts';
import { markUsedDays } from '../billing-day/dirty-days.ts';
import { countUsedDays, type UsedHour, usedDaysOf } from '../billing-day/used-days.ts';
import { claimKeys, copiesAmong } from './claim-keys.ts';
import type { UsageRecordRow } from './insert-usage-batch.ts';
import { storeBatches } from './store-batches.ts';
import { groundsFor, type UsageGrounds } from './usage-grounds.ts';
import { type RefusedLine, refusedLine, type UsageLine } from './usage-line.ts';

interface Accepted {
  accepted: number;
  duplicate: number;
  refusals: RefusedLine[];
  /** The numbers of the batches in which they wait to be moved. */
  batches: string[];
}

/** A row that was accepted, and under which day and month of its contract it is billed. */
export interface AcceptedUsage extends UsedHour {
  readonly month: string;
  readonly row: UsageRecordRow;
}

/**
 * Takes in records that are sound in themselves. Their keys, their rows, the counts of their days and the marks on them
 * commit together, and that commit is the acknowledgement. A copy counts as a duplicate; another record under a known id
 * is refused. However many contracts the records are of, it is a handful of statements, and everybody takes their locks
 * in one order: contracts by id, keys, days by contract and date.
 */
export async function acceptUsage(tx: Tx, lines: readonly UsageLine[], now: Date): Promise<Accepted> {
  const grounds = await groundsFor(tx, lines);
  const refusalOf = new Map(lines.map((line) => [line, grounds.refusalOf(line)]));
  // What was taken in once stays so, whatever is refused since then.
  const copies = await copiesAmong(
    tx,
    lines.filter((line) => refusalOf.get(line)),
  );
  const refusals = lines.flatMap((line) => {
    const refusal = copies.has(line) ? undefined : refusalOf.get(line);
    return refusal ? [refusedLine({ line: line.line, id: line.record.id }, refusal)] : [];
  });
  const claimed = await claimKeys(
    tx,
    lines.filter((line) => !refusalOf.get(line)),
  );
  const usage = claimed.fresh.map((line) => acceptedOf(line, grounds, now));
  const days = usedDaysOf(usage);
  const batches = await storeBatches(tx, usage, now);
  await markUsedDays(tx, days);
  await countUsedDays(tx, days);
  return {
    accepted: usage.length,
    duplicate: claimed.duplicate + copies.size,
    refusals: [...refusals, ...claimed.refusals],
    batches,
  };
}

/** Usage of a month that is signed is billed under the hour in which it arrives, or the first that is open after it. */
function acceptedOf(line: UsageLine, grounds: UsageGrounds, now: Date): AcceptedUsage {
  const { contractId, quantity } = line.record;
  const zone = billingZoneOf(grounds.contract(contractId).currency);
  const closed = grounds.closedMonths(contractId);
  const isLate = closed.has(billingMonthOf(line.start, zone));
  const billAt = isLate ? openHour(floorToHour(instantOf(now)), closed, zone) : floorToHour(line.start);
  return {
    contractId,
    day: dayOf(billAt, zone),
    month: billingMonthOf(billAt, zone),
    quantity,
    row: rowOf(line, grounds, toRfc3339(billAt)),
  };
}

/** By a clock that is behind, the month of arrival may be signed as well. */
function openHour(at: Instant, closed: ReadonlySet<BillingMonth>, zone: BillingZone): Instant {
  const month = billingMonthOf(at, zone);
  return closed.has(month) ? openHour(rangeOf(month, zone).end, closed, zone) : at;
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
    start_at: toRfc3339(start),
    end_at: toRfc3339(end),
    bill_at: billAt,
    chargeable: record.chargeable ? 1 : 0,
  };
}
