import type { PurchaseGroup, PurchaseStepAmount, purchases } from '@usance/api/billing/purchase';
import type { CallReply } from '@usance/api/call';
import { says } from '@usance/api/rule';
import type { Currency } from '@usance/money/currency';
import { type Decimal, subtract } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import { changePercentOf, percentOf } from '@usance/money/percent';
import type { Day } from '@usance/period/day';
import { toRfc3339 } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { invalidParameter } from '#platform/refusal.ts';
import { exactAmount } from '../selection/purchase-row.ts';
import type { PurchaseContext } from '../selection/purchase-selection.ts';
import { type ComparedPeriods, selectPeriods } from './compared-periods.ts';
import { keyFieldsOf } from './grouping.ts';
import { type GroupsPage, type GroupsQuery, groupsPage } from './groups-page.ts';
import { stepsIn } from './step.ts';
import { stepAmounts } from './step-amounts.ts';

type GroupsReply = CallReply<typeof purchases.groups>;

/** Returns a page of the groups of one dimension, with the exact sums of all groups and of each step. */
export async function groupPurchases(ctx: PurchaseContext, { query }: { query: GroupsQuery }): Promise<GroupsReply> {
  const periods = await selectPeriods(ctx, query);
  const { zone, window, compared } = periods;
  const steps = stepsIn(window, zone, query.step);
  if (Math.max(steps.size, 1) * query.pageSize > mostStepAmounts) throw invalidParameter('step', tooManySteps);
  const page = await groupsPage(ctx, periods, query);
  const keys = page.rows.map(({ key }) => key);
  const amounts = await stepAmounts(ctx, periods, query, keys);
  const { currency } = ctx.contract;
  const itemOf = (row: GroupsPage['rows'][number]): PurchaseGroup => ({
    ...keyFieldsOf(query.groupBy, { values: row.key_values, name: row.name }),
    ...sumsOf(periods, row, currency),
    share: percentOf(row.total, page.total) ?? null,
    steps: [...steps.keys()].map((step) => exactAmount(amounts.byGroup.get(row.key)?.get(step) ?? '0')),
  });
  const formerSteps = compared && amountsByStep(stepsIn(compared.before, zone, query.step), amounts.former, currency);
  return {
    items: page.rows.map(itemOf),
    pageNum: query.pageNum,
    pageSize: query.pageSize,
    totalSize: page.totalSize,
    ...sumsOf(periods, page, currency),
    ...(compared && { comparedDays: { now: windowTextOf(compared.now), before: windowTextOf(compared.before) } }),
    steps: amountsByStep(steps, amounts.total, currency),
    ...(formerSteps && { formerSteps }),
  };
}

// The engine's reply is parsed at once, in some 100 ms at this size. The largest page of a month by day fits.
const mostStepAmounts = 31_000;
const tooManySteps = says('tooManySteps', { max: mostStepAmounts });

const windowTextOf = ({ start, end }: Range) => ({ start: toRfc3339(start), end: toRfc3339(end) });

type Sums = Pick<GroupsPage, 'total' | 'compared' | 'former'>;

function sumsOf({ compared }: ComparedPeriods, sums: Sums, currency: Currency) {
  const amount = withFormatted({ amount: exactAmount(sums.total) }, currency);
  if (compared === undefined) return amount;
  const change = exactAmount(subtract(sums.compared, sums.former));
  return {
    ...amount,
    compared: {
      ...withFormatted(
        { amount: exactAmount(sums.compared), formerAmount: exactAmount(sums.former), change },
        currency,
      ),
      changePercent: changePercentOf(sums.compared, sums.former) ?? null,
    },
  };
}

function amountsByStep(
  steps: ReadonlyMap<Day, Day>,
  amounts: ReadonlyMap<string, Decimal>,
  currency: Currency,
): PurchaseStepAmount[] {
  return [...steps].map(([step, start]) => ({
    start,
    ...withFormatted({ amount: exactAmount(amounts.get(step) ?? '0') }, currency),
  }));
}
