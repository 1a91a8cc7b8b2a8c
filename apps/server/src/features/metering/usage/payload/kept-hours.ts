import { formatDecimal } from '@usance/money/decimal';
import { dayOf } from '@usance/period/day';
import { type Instant, instant, instantOfEpochMs } from '@usance/period/instant';
import type { BillingZone } from '@usance/period/zone';
import type { UsedHour } from '../../billing-day/used-days.ts';
import { rowsIn } from './payload.ts';

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
