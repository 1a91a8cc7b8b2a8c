import { billingMonthOf, rangeOf } from '@usance/period/billing-month';
import {
  floorToHour,
  hourMs,
  type Instant,
  instant,
  instantOfEpochMs,
  plusHours,
  toRfc3339,
} from '@usance/period/instant';
import type { BillingZone } from '@usance/period/zone';
import { type CellReader, quoted } from './focus-cells.ts';
import { Unfit } from './unfit.ts';

interface ChargePeriod {
  readonly start: string;
  readonly end: string;
  /** The end of the whole charge period, which may be longer than the rated part. */
  readonly over: string;
}

const firstInstant = instant('2000-01-01T00:00:00Z');

/**
 * Returns the whole UTC hours that cover a row's charge period, as usage is cut. A longer period is limited to the
 * billing month of its start, which decides the price.
 */
export function chargePeriodOf(cell: CellReader, zone: BillingZone): ChargePeriod {
  const [from, to] = [instantIn(cell, 'ChargePeriodStart'), instantIn(cell, 'ChargePeriodEnd')];
  if (from < firstInstant) throw badPeriod(`ChargePeriodStart ${quoted(cell('ChargePeriodStart'))} is before 2000.`);
  if (from >= to) {
    const [start, end] = [quoted(cell('ChargePeriodStart')), quoted(cell('ChargePeriodEnd'))];
    throw badPeriod(`ChargePeriodEnd ${end} is not after ChargePeriodStart ${start}.`);
  }
  const start = floorToHour(from);
  const over = to % hourMs === 0 ? to : plusHours(floorToHour(to), 1);
  const month = rangeOf(billingMonthOf(start, zone), zone);
  const end = instantOfEpochMs(Math.min(over, month.end));
  return { start: toRfc3339(start), end: toRfc3339(end), over: toRfc3339(over) };
}

const badPeriod = (message: string) => new Unfit('broken', 'BAD_PERIOD', message);

const isoLike = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?(?:Z|\+00:?00)?$/;

function instantIn(cell: CellReader, column: string): Instant {
  const text = cell(column);
  const [, day, minute, second = ':00'] = isoLike.exec(text) ?? [];
  try {
    return instant(`${day}T${minute}${second}Z`);
  } catch {
    throw badPeriod(`${column} is ${quoted(text)}. It must be a UTC time like 2024-09-18T22:00:00Z.`);
  }
}
