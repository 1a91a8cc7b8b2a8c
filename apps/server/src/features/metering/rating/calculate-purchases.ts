import type { CallReply } from '@usance/api/call';
import type { calculatePurchases as calculateCall } from '@usance/api/purchase';
import { add, formatDecimal, parseDecimal, zero } from '@usance/money/decimal';
import { addDays, daysIn, startOfDay } from '@usance/period/day';
import { dayMs, type Instant, instant, toRfc3339 } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import type { Deps } from '../../../platform/context.ts';
import { invalidParameter, unavailable } from '../../../platform/refusal.ts';
import { getContract } from '../../party/contract/contract.queries.ts';
import { dirtyDays } from '../billing-day/dirty-days.ts';
import { liveRuns } from '../billing-day/live-runs.ts';
import { flushUsage } from '../usage/flush-usage.ts';
import { IncompleteRun } from './engine/rate-window.ts';
import { rateDays } from './rate-days.ts';
import { refuseSignedMonths } from './refuse-signed-months.ts';
import { replaceRatedDays } from './replace-rated-days.ts';

type Input = { contractId: string; start: string; end: string };
type Result = CallReply<typeof calculateCall>;

/**
 * Rates the usage of every billing day that the window touches, again where it was rated before, and makes the new
 * rows count in one step: whatever happens on the way, readers see all of the old rows or all of the new. `amount` is
 * exact. Refuses MONTH_SIGNED, USAGE_UNPRICED and AMOUNT_TOO_LARGE with 409.
 */
export async function calculatePurchases(ctx: Deps, input: Input): Promise<Result> {
  const contract = await getContract(ctx.db, input.contractId);
  const zone = billingZoneOf(contract.currency);
  const days = daysIn(windowOf(input), zone);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) throw invalidParameter('end', 'Must lie after start.');
  await refuseSignedMonths(ctx.db, contract.id, days);

  for (let attempt = 1; ; attempt += 1) {
    // Before the flush: a day marked from here on holds usage that this run may miss, and must stay marked.
    const marked = (await dirtyDays(ctx.db, contract.id)).filter(({ day }) => first <= day && day <= last);
    await flushUsage(ctx, contract.id);
    try {
      const rated = await rateDays(ctx, contract, days);
      await replaceRatedDays(ctx, contract.id, { days, rated, marked });
      break;
    } catch (error) {
      if (!(error instanceof IncompleteRun)) throw error;
      ctx.log.warn({ contractId: contract.id, attempt, error: error.message }, 'rating run abandoned');
      if (attempt === attempts) throw unavailable('Usage keeps arriving for this window. Please try again.');
    }
  }
  const live = await liveRuns(ctx.db, contract.id, first, last);
  return {
    contractId: contract.id,
    start: toRfc3339(startOfDay(first, zone)),
    end: toRfc3339(startOfDay(addDays(last, 1), zone)),
    days: days.length,
    rows: Number(live.reduce((rows, run) => rows + run.rows, 0n)),
    amount: formatDecimal(
      live.reduce((total, run) => add(total, parseDecimal(run.amount)), zero),
      12,
    ),
  };
}

const attempts = 3;
const mostDays = 366;

function windowOf(input: Input) {
  const window = { start: instantOf('start', input.start), end: instantOf('end', input.end) };
  if (window.end <= window.start) throw invalidParameter('end', 'Must lie after start.');
  if (window.end - window.start > mostDays * dayMs) {
    throw invalidParameter('end', `A window covers at most ${mostDays} days.`);
  }
  return window;
}

function instantOf(field: string, text: string): Instant {
  try {
    return instant(text);
  } catch {
    throw invalidParameter(field, 'Must be an RFC 3339 instant, to the millisecond at most.');
  }
}
