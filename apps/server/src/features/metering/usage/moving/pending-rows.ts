import { formatDecimal } from '@usance/money/decimal';
import { dayOf } from '@usance/period/day';
import { type Instant, instant, instantOfEpochMs } from '@usance/period/instant';
import type { BillingZone } from '@usance/period/zone';
import type { UsedHour } from '../../billing-day/used-days.ts';
import type { UsageRecordRow } from './insert-usage-batch.ts';

/**
 * The rows that a payload keeps. Halves of characters, which were let in once and which the usage database refuses, are
 * replaced; JSON has an escape for nothing else of "\ud…". Throws SyntaxError for what was never written so.
 */
export function rowsIn(payload: string): UsageRecordRow[] {
  // Our own JSON, written from rows of this very type.
  const rows = JSON.parse(payload) as UsageRecordRow[];
  if (!Array.isArray(rows)) throw new SyntaxError('What is kept is no list of rows');
  return payload.includes('\\ud') ? rows.map(wellFormed) : rows;
}

function wellFormed(row: UsageRecordRow): UsageRecordRow {
  const { source, usage_id, datacloud_name, object_id, object_name } = row;
  return {
    ...row,
    source: source.toWellFormed(),
    usage_id: usage_id.toWellFormed(),
    datacloud_name: datacloud_name.toWellFormed(),
    object_id: object_id.toWellFormed(),
    object_name: object_name.toWellFormed(),
  };
}

/** What both databases have room for. */
const storable = /^-?\d{1,26}(\.\d{1,12})?$/;

/** The usage database knows no hour before and after: what was let in once of any hour is stored under these. */
const [firstStored, lastStored] = [instant('1970-01-01T00:00:00Z'), instant('2106-02-07T06:28:15Z')];

const storedAs = (at: Instant) => instantOfEpochMs(Math.min(Math.max(at, firstStored), lastStored));

/**
 * Under which days of the contract's zone the rows of a payload are billed, and with which quantities; none of a payload that
 * cannot be read, or of which a quantity is no decimal that can be stored: that is set aside when it is moved.
 */
export function keptHours(payload: string, contractId: string, zone: BillingZone): UsedHour[] {
  try {
    return rowsIn(payload).map(({ bill_at, quantity }) => {
      if (!storable.test(quantity)) throw new RangeError('What is kept is no quantity');
      return { contractId, day: dayOf(storedAs(instant(bill_at)), zone), quantity: formatDecimal(quantity) };
    });
  } catch {
    return [];
  }
}
