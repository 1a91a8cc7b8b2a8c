import type { Day } from '@usance/period/day';
import { OverLimits } from '#platform/clickhouse/errors.ts';
import { Refusal } from '#platform/refusal.ts';
import { stretchesOf } from '../billing-day/stretches.ts';
import { AmountTooLarge } from './engine/arithmetic.ts';
import { RefusedDays } from './refused-days.ts';

/** Neighbouring days that were tried together, and why they could not be rated; they are where nothing is said. */
interface TriedDays {
  readonly days: readonly Day[];
  readonly error?: unknown;
}

/** So many single days without room, and nothing rated between them, are the usage database's own trouble, and not the days'. */
const mostWithoutRoom = 3;

/**
 * Has neighbouring days rated, those that are too much together in halves, down to a single one, and without those that
 * are refused. Tells what comes of each part as soon as that is known, in no order: whoever asks no further has
 * the rest left as it is. Not `inHalves` is for who has others beside: days for which there is no room are told as they are.
 * Those of `first` come before the others, and never together with them: what was ended for want of room has written rows.
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

/** Has neighbouring days rated, in halves where they are too much together. What cannot be rated is thrown, and what comes after it left. */
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

/** Neighbouring days, two or more. */
function halvesOf(days: readonly Day[]): readonly Day[][] {
  const middle = Math.ceil(days.length / 2);
  const halves = [days.slice(0, middle), days.slice(middle)];
  // By chance: those that never have room, were they always the first, would keep the same others waiting for ever.
  return Math.random() < 0.5 ? halves : halves.toReversed();
}
