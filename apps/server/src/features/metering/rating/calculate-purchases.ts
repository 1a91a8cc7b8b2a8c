import type { purchases } from '@usance/api/billing/purchase';
import type { CallReply } from '@usance/api/call';
import { formatDecimal, sum } from '@usance/money/decimal';
import { addDays, daysIn, startOfDay } from '@usance/period/day';
import { dayMs, toRfc3339 } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { billingZoneOf } from '@usance/period/zone';
import type { Deps, Grounds } from '#platform/context/context.ts';
import { invalidParameter } from '#platform/refusal.ts';
import { liveRuns } from '../billing-day/live-runs.ts';
import { instantIn } from '../usage/reading/instant-in.ts';
import { rateInHalves } from './rate-in-parts.ts';
import { rateStretch } from './rate-stretch.ts';

type Result = CallReply<typeof purchases.calculate>;

/** Rates every billing day that the window touches; `amount` is their exact total. Throws like `rateStretch`. */
export async function calculatePurchases(
  ctx: Deps & Pick<Grounds, 'contract'>,
  { body: window }: { body: { start: string; end: string } },
): Promise<Result> {
  const { contract } = ctx;
  const zone = billingZoneOf(contract.currency);
  const days = daysIn(rangeOf(window), zone);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) throw invalidParameter('end', 'Must lie after start.');
  await rateInHalves(days, (part) => rateStretch(ctx, contract, part));
  const live = await liveRuns(ctx.db, contract.id, first, last);
  return {
    contractId: contract.id,
    start: toRfc3339(startOfDay(first, zone)),
    end: toRfc3339(startOfDay(addDays(last, 1), zone)),
    days: days.length,
    rows: Number(live.reduce((rows, run) => rows + run.rows, 0n)),
    amount: formatDecimal(sum(live.map(({ amount }) => amount)), 12),
  };
}

const mostDays = 366;

function rangeOf(window: { start: string; end: string }): Range {
  const range = { start: instantIn('start', window.start), end: instantIn('end', window.end) };
  if (range.end <= range.start) throw invalidParameter('end', 'Must lie after start.');
  if (range.end - range.start > mostDays * dayMs) {
    throw invalidParameter('end', `A window covers at most ${mostDays} days.`);
  }
  return range;
}
