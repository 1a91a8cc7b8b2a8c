import type { CallReply } from '@usance/api/call';
import type { purchases } from '@usance/api/purchase';
import { formatDecimal, sum } from '@usance/money/decimal';
import { addDays, type Day, daysIn, startOfDay } from '@usance/period/day';
import { dayMs, toRfc3339 } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import type { Deps } from '../../../platform/context/context.ts';
import { invalidParameter } from '../../../platform/refusal.ts';
import { Outdated, startingOver } from '../../../platform/start-over.ts';
import type { ContractRow } from '../../party/contract/contract.ts';
import { dirtyDays } from '../billing-day/dirty-days.ts';
import { liveRuns } from '../billing-day/live-runs.ts';
import { flushUsage } from '../usage/flush-usage.ts';
import { instantIn } from '../usage/instant-in.ts';
import { IncompleteRun } from './engine/rate-window.ts';
import { rateDays } from './rate-days.ts';
import { refuseSignedMonths } from './refuse-signed-months.ts';
import { replaceRatedDays } from './replace-rated-days.ts';

type Result = CallReply<typeof purchases.calculate>;

/**
 * Rates the usage of every billing day that the window touches, again where it was rated before, and makes the new
 * rows count in one step: whatever happens on the way, readers see all of the old rows or all of the new. `amount` is
 * exact. Refuses MONTH_SIGNED, USAGE_UNPRICED and AMOUNT_TOO_LARGE with 409.
 */
export async function calculatePurchases(
  deps: Deps,
  contract: ContractRow,
  window: { start: string; end: string },
): Promise<Result> {
  const zone = billingZoneOf(contract.currency);
  const days = daysIn(rangeOf(window), zone);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) throw invalidParameter('end', 'Must lie after start.');
  await refuseSignedMonths(deps.db, contract.id, days);
  await startingOver(() => rateOnce(deps, contract, days, { first, last }));

  const live = await liveRuns(deps.db, contract.id, first, last);
  return {
    contractId: contract.id,
    start: toRfc3339(startOfDay(first, zone)),
    end: toRfc3339(startOfDay(addDays(last, 1), zone)),
    days: days.length,
    rows: Number(live.reduce((rows, run) => rows + run.rows, 0n)),
    amount: formatDecimal(sum(live.map(({ amount }) => amount)), 12),
  };
}

async function rateOnce(
  deps: Deps,
  contract: ContractRow,
  days: readonly Day[],
  { first, last }: { first: Day; last: Day },
): Promise<void> {
  // Before the flush: a day marked from here on holds usage that this run may miss, and must stay marked.
  const marked = (await dirtyDays(deps.db, contract.id)).filter(({ day }) => first <= day && day <= last);
  await flushUsage(deps, contract.id);
  try {
    const rated = await rateDays(deps, contract, days);
    await replaceRatedDays(deps, contract.id, { days, rated, marked });
  } catch (error) {
    if (!(error instanceof IncompleteRun)) throw error;
    deps.log.warn({ contractId: contract.id, error: error.message }, 'rating run abandoned');
    throw new Outdated('Usage keeps arriving for this window. Please try again.');
  }
}

const mostDays = 366;

function rangeOf(window: { start: string; end: string }) {
  const range = { start: instantIn('start', window.start), end: instantIn('end', window.end) };
  if (range.end <= range.start) throw invalidParameter('end', 'Must lie after start.');
  if (range.end - range.start > mostDays * dayMs) {
    throw invalidParameter('end', `A window covers at most ${mostDays} days.`);
  }
  return range;
}
