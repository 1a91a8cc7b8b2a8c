import { formatDecimal } from '@usance/money/decimal';
import { dayOf } from '@usance/period/day';
import { type Instant, instant, instantOfEpochMs } from '@usance/period/instant';
import type { BillingZone } from '@usance/period/zone';
import type { UsedHour } from '../../billing-day/used-days.ts';
import type { ClaimedBatch } from './batch-claims.ts';
import type { UsageRecordRow } from './insert-usage-batch.ts';

/**
 * Returns the rows of a payload. Replaces lone surrogates, which the usage database refuses; only they have an escape
 * "\ud…" in our JSON. Throws SyntaxError for anything else than our own rows.
 */
export function rowsIn(payload: string): UsageRecordRow[] {
  // Our own JSON, written from rows of this type.
  const rows = JSON.parse(payload) as UsageRecordRow[];
  if (!Array.isArray(rows)) throw new SyntaxError('The payload is not a list of rows');
  return payload.includes('\\ud') ? rows.map(wellFormed) : rows;
}

/**
 * Returns the rows of a payload as lines of JSON that name their batch, without parsing it. Undefined if it is not as we
 * write it, or has lone surrogates; such a batch is moved by itself.
 */
export function storableText({ no, id, count, payload }: ClaimedBatch): string | undefined {
  if (!payload.startsWith(`[${rowStart}`) || !payload.endsWith('}]') || payload.includes('\\ud')) return undefined;
  // No text of a row can contain it, because JSON escapes quotes.
  const rows = payload.slice(1 + rowStart.length, -1).split(`,${rowStart}`);
  const named = `{"batch_no":"${no}","batch_id":"${id}",${rowStart.slice(1)}`;
  return rows.length === count ? `${named}${rows.join(`\n${named}`)}\n` : undefined;
}

const rowStart = '{"contract_id":';

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

/** The decimals that fit into both databases. */
const storable = /^-?\d{1,26}(\.\d{1,12})?$/;

/** The range of the usage database's times; older rows with times outside are stored under its ends. */
const [firstStored, lastStored] = [instant('1970-01-01T00:00:00Z'), instant('2106-02-07T06:28:15Z')];

const storedAs = (at: Instant) => instantOfEpochMs(Math.min(Math.max(at, firstStored), lastStored));

/**
 * Returns the billing days and quantities of a payload's rows, in the contract's zone. Empty if the payload or a
 * quantity cannot be read: such a batch is set aside when it is moved.
 */
export function keptHours(payload: string, contractId: string, zone: BillingZone): UsedHour[] {
  try {
    return rowsIn(payload).map(({ bill_at, quantity }) => {
      if (!storable.test(quantity)) throw new RangeError('The payload has an invalid quantity');
      return { contractId, day: dayOf(storedAs(instant(bill_at)), zone), quantity: formatDecimal(quantity) };
    });
  } catch {
    return [];
  }
}
