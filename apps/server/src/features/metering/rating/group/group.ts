import type { Currency } from '@usance/money/currency';
import { type Day, rangeOfDay } from '@usance/period/day';
import type { Range } from '@usance/period/range';
import { billingZoneOf } from '@usance/period/zone';

/** Contracts of one currency that are rated by the same statements, and the days of each, all in one billing month. */
export interface Group {
  readonly currency: Currency;
  readonly daysOf: ReadonlyMap<string, readonly Day[]>;
}

/** A day of a contract and the number of its run. */
export interface GroupRun {
  readonly contractId: string;
  readonly day: Day;
  readonly runNo: bigint;
}

/** The first and the last day that any of the contracts has. */
export function boundsOf({ daysOf }: Group): { first: Day; last: Day } {
  const days = [...daysOf.values()].flat().sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('A group has at least one day');
  return { first, last };
}

/** The time from the first to the last day. */
export function rangeOfGroup(group: Group): Range {
  const { first, last } = boundsOf(group);
  const zone = billingZoneOf(group.currency);
  return { start: rangeOfDay(first, zone).start, end: rangeOfDay(last, zone).end };
}
