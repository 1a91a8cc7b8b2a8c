import type { Day } from '@usance/period/day';
import { OverLimits } from '#platform/clickhouse/errors.ts';
import { Refusal } from '#platform/refusal.ts';
import { stretchesOf } from '../billing-day/stretches.ts';
import { AmountTooLarge } from './engine/arithmetic.ts';
import { RefusedDays } from './refusal/refused-days.ts';

/** Adjacent days that were tried together. `error` is absent if they were rated. */
interface TriedDays {
  readonly days: readonly Day[];
  readonly error?: unknown;
}

/**
 * After this many failures of single days for lack of memory, with no success between, the cause is the usage database
 * and not the days.
 */
const mostWithoutRoom = 3;

/**
 * Rates adjacent days, and yields the result of each part as soon as it is known, in no order. Parts that are too large
 * are halved, down to one day; refused days are left out and the rest is tried again.
 * Without `inHalves`, days that ran out of memory are yielded as failed: the caller has other work first. Days of
 * `first` are tried first and separately, because an earlier failed attempt may have left rows of them.
 */
export async function* rateInParts(
  stretch: readonly Day[],
  rate: (days: readonly Day[]) => Promise<void>,
  { inHalves = true, first = [] }: { inHalves?: boolean; first?: readonly Day[] } = {},
): AsyncGenerator<TriedDays> {
  let withoutRoom = 0;
  const parts = [...partsOfDays(stretch, first)];
  for (let days = parts.shift(); days !== undefined; days = parts.shift()) {
    try {
      await rate(days);
      withoutRoom = 0;
      yield { days };
    } catch (error) {
      const refused = refusedOf(days, error);
      if (refused.length > 0) {
        yield { days: refused, error };
        parts.unshift(...stretchesOf(days.filter((day) => !refused.includes(day))));
      } else if (days.length > 1 && isTooMuch(error, inHalves && withoutRoom < mostWithoutRoom)) {
        parts.unshift(...halvesOf(days));
      } else {
        if (error instanceof OverLimits) withoutRoom += 1;
        yield { days, error };
      }
    }
  }
}

/** Rates adjacent days, in halves if they are too large. Throws the first error and leaves the later days unrated. */
export async function rateInHalves(
  stretch: readonly Day[],
  rate: (days: readonly Day[]) => Promise<void>,
): Promise<void> {
  for await (const { error } of rateInParts(stretch, rate)) if (error !== undefined) throw error;
}

function refusedOf(days: readonly Day[], error: unknown): Day[] {
  return error instanceof RefusedDays ? days.filter((day) => error.days.includes(day)) : [];
}

function isTooMuch(error: unknown, isForRoom: boolean): boolean {
  if (error instanceof OverLimits) return isForRoom;
  return error instanceof AmountTooLarge || (error instanceof Refusal && error.reason === 'AMOUNT_TOO_LARGE');
}

function partsOfDays(stretch: readonly Day[], first: readonly Day[]): readonly (readonly Day[])[] {
  const before = stretch.filter((day) => first.includes(day));
  if (before.length === 0) return [stretch];
  return [...stretchesOf(before), ...stretchesOf(stretch.filter((day) => !first.includes(day)))];
}

/** Expects at least two adjacent days. */
function halvesOf(days: readonly Day[]): readonly Day[][] {
  const middle = Math.ceil(days.length / 2);
  const halves = [days.slice(0, middle), days.slice(middle)];
  // In random order: otherwise a half that never fits would always come first, and the other would never be tried.
  return Math.random() < 0.5 ? halves : halves.toReversed();
}
