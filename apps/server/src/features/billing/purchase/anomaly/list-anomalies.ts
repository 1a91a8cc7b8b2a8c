import type { PurchaseAnomaly, purchases } from '@usance/api/billing/purchase';
import type { ParsedQuery } from '@usance/api/call';
import { withFormatted } from '@usance/money/display';
import { addDays, type Day, dayOf, daysIn, rangeOfDay } from '@usance/period/day';
import { instantOfEpochMs } from '@usance/period/instant';
import { isEmpty, type Range, range } from '@usance/period/range';
import { type BillingZone, billingZoneOf } from '@usance/period/zone';
import { ratedUntil } from '../forecast/recent-days.ts';
import { amountsByDay } from '../selection/amounts-by-day.ts';
import { exactAmount } from '../selection/purchase-row.ts';
import { type PurchaseContext, selectWindows } from '../selection/purchase-selection.ts';
import { purchaseWindow, refuseManyDays } from '../selection/purchase-window.ts';
import { anomaliesOf, judgingDays } from './anomalies.ts';

/** Returns the days of a range that are out of the ordinary. Days that more usage may come for are not judged. */
export async function listAnomalies(
  ctx: PurchaseContext,
  { query }: { query: ParsedQuery<typeof purchases.anomalies> },
): Promise<{ items: PurchaseAnomaly[] }> {
  const { currency } = ctx.contract;
  const zone = billingZoneOf(currency);
  const window = purchaseWindow(query, zone, ctx.now);
  refuseManyDays('start', window);
  const { firstOpen } = await ratedUntil(ctx, zone);
  const first = dayOf(window.start, zone);
  const days = wholeDays(window, first, firstOpen, zone);
  const [start, end] = [days[0], days.at(-1)];
  if (start === undefined || end === undefined) return { items: [] };
  const judged = range(rangeOfDay(start, zone).start, rangeOfDay(end, zone).end);
  const amounts = await amountsByDay(ctx, await selectWindows(ctx, query, [judged]), days);
  const meters = await marketplaceDays(ctx);
  return {
    items: anomaliesOf(amounts).flatMap(({ index, expected }) => {
      const day = days[index];
      if (day === undefined || day < first) return [];
      const figures = { amount: exactAmount(amounts[index] ?? '0'), expected: exactAmount(expected) };
      return [{ day, ...withFormatted(figures, currency), meteredBy: meters(rangeOfDay(day, zone)) }];
    }),
  };
}

/** The whole days of a window, after those that judge its first. */
function wholeDays(window: Range, first: Day, firstOpen: Day, zone: BillingZone): Day[] {
  if (isEmpty(window)) return [];
  const last = dayOf(instantOfEpochMs(window.end - 1), zone);
  const all = range(rangeOfDay(addDays(first, -judgingDays), zone).start, rangeOfDay(last, zone).end);
  return daysIn(all, zone).filter((day) => day < firstOpen);
}

/** Returns who metered the usage of a day: studies are imported, and a linked marketplace bills its hours. */
async function marketplaceDays({ db, contract }: Pick<PurchaseContext, 'db' | 'contract'>) {
  if (contract.is_study) return () => 'import' as const;
  const links = await db
    .selectFrom('marketplace_link')
    .select(['from_hour', 'ended_at'])
    .where('contract_id', '=', contract.id)
    .execute();
  return ({ start, end }: Range) =>
    links.some(
      ({ from_hour, ended_at }) => from_hour.getTime() < end && (ended_at === null || ended_at.getTime() >= start),
    )
      ? ('marketplace' as const)
      : ('platform' as const);
}
