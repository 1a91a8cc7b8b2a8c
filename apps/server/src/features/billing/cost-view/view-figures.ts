import type { CostAnalysis } from '@usance/api/billing/cost-view';
import type { ComparedDays } from '@usance/period/compared-days';
import { dayOf, startOfDay } from '@usance/period/day';
import { instantOf, plusHours } from '@usance/period/instant';
import { purchasePeriodOf } from '@usance/period/purchase-period';
import type { Range } from '@usance/period/range';
import { billingZoneOf } from '@usance/period/zone';
import { ratedThrough } from '../purchase/freshness/freshness.ts';
import { groupPurchases } from '../purchase/groups/group-purchases.ts';
import type { PurchaseContext } from '../purchase/selection/purchase-selection.ts';

/** The groups that a mail lists. */
const groupsInMail = 5;

/** The figures of a view on a day: its period, and the sums and largest groups of its usage. */
export interface ViewFigures {
  readonly range: Range;
  readonly groups: Groups;
  /** The sums of equally many days of the period and of the former one, if any can be compared. */
  readonly compared: (ComparedDays & NonNullable<Groups['compared']>) | undefined;
}
type Groups = Awaited<ReturnType<typeof groupPurchases>>;

/** Reads what a view shows, as cost analysis does. `now` is when its mail was due. */
export async function viewFigures(ctx: PurchaseContext, analysis: CostAnalysis): Promise<ViewFigures> {
  const { range: _, compare, step, filter, ...asked } = analysis;
  const { elapsed, compared } = await periodOf(ctx, analysis);
  const read = (range: Range, former?: Range) =>
    groupPurchases(ctx, {
      query: {
        ...{ ...filter, ...asked, ...range, formerStart: former?.start, formerEnd: former?.end, wholeDays: false },
        ...{ step: 'month', orderBy: 'amount', ordering: 'desc', pageNum: 1, pageSize: groupsInMail },
      },
    });
  const groups = await read(elapsed);
  // The compared days can be fewer than those of the period, so they have sums of their own.
  const sums = compared && (await read(compared.now, compared.before)).compared;
  return { range: elapsed, groups, compared: compared && sums && { ...compared, ...sums } };
}

/**
 * A running period ends with the day before, so that on the first of a month "this month" is the whole one that has
 * ended. "Last month" means the one before today.
 */
async function periodOf(ctx: PurchaseContext, { range, compare }: CostAnalysis) {
  const { contract, now } = ctx;
  const zone = billingZoneOf(contract.currency);
  const through = await ratedThrough(ctx);
  const metered = { zone, since: instantOf(contract.commencing_on), through: through && instantOf(through) };
  const today = startOfDay(dayOf(instantOf(now), zone), zone);
  return purchasePeriodOf({ range, compare }, metered, range === 'last-month' ? today : plusHours(today, -1));
}
