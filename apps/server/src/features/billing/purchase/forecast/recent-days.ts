import type { purchases } from '@usance/api/billing/purchase';
import type { ParsedQuery } from '@usance/api/call';
import { billingMonthOf, firstDayOf, lastDayOf } from '@usance/period/billing-month';
import { addDays, type Day, dayOf, daysIn, rangeOfDay, startOfDay } from '@usance/period/day';
import { type Instant, instantOf, instantOfEpochMs, plusHours } from '@usance/period/instant';
import { range } from '@usance/period/range';
import { type BillingZone, billingZoneOf } from '@usance/period/zone';
import { ratedThrough } from '../freshness/freshness.ts';
import { amountsByDay } from '../selection/amounts-by-day.ts';
import { type PurchaseContext, selectWindows } from '../selection/purchase-selection.ts';
import { endOfUsage } from './contract-end.ts';
import { type DailyAmounts, longestHistoryDays } from './forecast.ts';

/** The amounts of recent days, and of the rest of the running month. */
export interface RecentDays extends DailyAmounts {
  readonly firstOpen: Day;
  /** The instant up to which usage is known. */
  readonly through: Instant;
  /** The end of the contract, if it has one. */
  readonly end: Instant | undefined;
}

/** Reads the amounts of each day of the last half year. */
export async function readRecentDays(
  ctx: PurchaseContext,
  conditions: ParsedQuery<typeof purchases.forecast>,
): Promise<RecentDays> {
  const zone = billingZoneOf(ctx.contract.currency);
  const now = instantOf(ctx.now);
  const month = billingMonthOf(now, zone);
  const { firstOpen, through } = await ratedUntil(ctx, zone);
  const first = addDays(firstDayOf(month), -longestHistoryDays);
  const window = range(rangeOfDay(first, zone).start, rangeOfDay(lastDayOf(month), zone).end);
  const days = daysIn(window, zone);
  const amounts = await amountsByDay(ctx, await selectWindows(ctx, conditions, [window]), days);
  const open = days.findIndex((day) => day >= firstOpen);
  const end = await endOfUsage(ctx);
  return {
    whole: amounts.slice(0, open),
    open: amounts.slice(open),
    endsInMs: end === undefined ? undefined : end - startOfDay(firstOpen, zone),
    firstOpen,
    through,
    end,
  };
}

/** A meter may be two days late. A longer pause is no usage. */
const lateHours = 48;

/**
 * Returns the first day that more usage may come for, in the running month, and the instant up to which usage is known.
 */
export async function ratedUntil(
  { db, contract, now }: Pick<PurchaseContext, 'db' | 'contract' | 'now'>,
  zone: BillingZone,
): Promise<Pick<RecentDays, 'firstOpen' | 'through'>> {
  const rated = await ratedThrough({ db, contract });
  const at = instantOf(now);
  const monthBegins = firstDayOf(billingMonthOf(at, zone));
  const patient = plusHours(at, -lateHours);
  const latest = instantOfEpochMs(Math.min(at, Math.max(patient, rated?.getTime() ?? 0)));
  const day = dayOf(latest, zone);
  const firstOpen = day < monthBegins ? monthBegins : day;
  return { firstOpen, through: instantOfEpochMs(Math.max(latest, rangeOfDay(firstOpen, zone).start)) };
}
