import { says } from '@usance/api/rule';
import { instantOfEpochMs } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { invalidParameter } from '#platform/refusal.ts';
import { refuseManyDays } from './purchase-window.ts';

interface Named {
  formerStart?: number | undefined;
  formerEnd?: number | undefined;
}

/** Returns the period that a query compares with, or undefined if it names none. One bound alone is refused. */
export function formerRange({ formerStart, formerEnd }: Named): Range | undefined {
  if (formerStart === undefined && formerEnd === undefined) return undefined;
  if (formerStart === undefined) throw invalidParameter('formerStart', says('required'));
  if (formerEnd === undefined) throw invalidParameter('formerEnd', says('required'));
  if (formerEnd < formerStart) throw invalidParameter('formerEnd', says('endBeforeStart'));
  const former = { start: instantOfEpochMs(formerStart), end: instantOfEpochMs(formerEnd) };
  refuseManyDays('formerStart', former);
  return former;
}
