import type { Day } from '@usance/period/day';
import { OverLimits } from '../../../platform/clickhouse/errors.ts';
import type { Deps } from '../../../platform/context/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { ContractRow } from '../../party/contract/contract.ts';
import { stretchesOf } from '../billing-day/stretches.ts';
import { rateStretch } from './rate-stretch.ts';
import { RefusedDays } from './refused-days.ts';

/** Neighbouring days that were tried together, and why they could not be rated; they are where nothing is said. */
interface TriedDays {
  readonly days: readonly Day[];
  readonly error?: unknown;
}

/** So many single days without room, and nothing rated between them, are the usage database's own trouble, and not the days'. */
const mostWithoutRoom = 3;

/**
 * As rateStretch, but days that are too much together are rated in halves, down to a single one, and those that are
 * refused are left out. Tells what comes of each part as soon as that is known, in no order: whoever asks no further has
 * the rest left as it is. Not `inHalves` is for who has others beside: days for which there is no room are told as they are.
 */
export async function* rateInParts(
  deps: Deps,
  contract: ContractRow,
  stretch: readonly Day[],
  { inHalves = true }: { inHalves?: boolean } = {},
): AsyncGenerator<TriedDays> {
  let withoutRoom = 0;
  const parts = [stretch];
  for (let days = parts.shift(); days !== undefined; days = parts.shift()) {
    try {
      await rateStretch(deps, contract, days);
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

/** As rateStretch, which it is where there is room for all days together: what cannot be rated is thrown, and what comes after it left. */
export async function rateWithRoom(deps: Deps, contract: ContractRow, days: readonly Day[]): Promise<void> {
  for await (const { error } of rateInParts(deps, contract, days)) if (error !== undefined) throw error;
}

function refusedOf(days: readonly Day[], error: unknown): Day[] {
  return error instanceof RefusedDays ? days.filter((day) => error.days.includes(day)) : [];
}

const isTooMuch = (error: unknown, isForRoom: boolean) =>
  error instanceof OverLimits ? isForRoom : error instanceof Refusal && error.reason === 'AMOUNT_TOO_LARGE';

/** Neighbouring days, two or more, in two parts. */
function halvesOf(days: readonly Day[]): readonly Day[][] {
  const middle = Math.ceil(days.length / 2);
  return [days.slice(0, middle), days.slice(middle)];
}
