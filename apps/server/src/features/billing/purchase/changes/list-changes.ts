import type { purchases } from '@usance/api/billing/purchase';
import type { ChangedDimension, PurchaseChange } from '@usance/api/billing/purchase/purchase-change';
import type { CallReply, ParsedQuery } from '@usance/api/call';
import type { Currency } from '@usance/money/currency';
import { type Exact, subtract, sum } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import { toRfc3339 } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { billingZoneOf } from '@usance/period/zone';
import { formerRange } from '../selection/former-range.ts';
import { exactAmount } from '../selection/purchase-row.ts';
import { type PurchaseContext, selectWindows, windowCondition } from '../selection/purchase-selection.ts';
import { purchaseWindow, refuseManyDays } from '../selection/purchase-window.ts';
import { type ChangeRow, changeColumns, changesSql, groupOf } from './change-sql.ts';
import { formerWindow } from './former-window.ts';

type Query = ParsedQuery<typeof purchases.changes>;

/** Returns the exact parts of the difference between two periods, in total and for the groups with the largest ones. */
export async function listChanges(
  ctx: PurchaseContext,
  { query }: { query: Query },
): Promise<CallReply<typeof purchases.changes>> {
  const windows = windowsOf(ctx, query);
  return {
    former: spelled(windows.former),
    later: spelled(windows.later),
    ...(await purchaseChangesBetween(ctx, windows, query)),
  };
}

/** The two windows that are compared. */
interface Compared {
  readonly former: Range;
  readonly later: Range;
}

type Filters = Omit<Query, 'start' | 'end' | 'formerStart' | 'formerEnd'>;

/** Like `listChanges`, between two given windows. */
export async function purchaseChangesBetween(
  ctx: PurchaseContext,
  windows: Compared,
  query: Filters,
): Promise<Pick<CallReply<typeof purchases.changes>, 'by' | 'total' | 'items' | 'others'>> {
  const { currency } = ctx.contract;
  const [former, later] = [windowCondition(windows.former, 'former'), windowCondition(windows.later, 'later')];
  const { sums, params } = await selectWindows(ctx, query, [windows.former, windows.later]);
  const sql = largestSql(changesSql(sums, { inFormer: former.sql, inLater: later.sql }), query.by);
  const rows = await ctx.clickhouse.queryKept<GroupRow>(sql, { ...params, ...former.params, ...later.params });
  const items = rows.filter((row) => row.is_total === 0);
  const total = rows.find((row) => row.is_total === 1) ?? nothing;
  return {
    by: query.by,
    total: changeOf(total, currency),
    items: items.map((row) => ({ key: row.key, name: row.name, ...changeOf(row, currency) })),
    others: changeOf(remainder(total, items), currency),
  };
}

/** SQL for the groups with the largest ups and downs, and a row for the total. */
function largestSql(changes: string, by: ChangedDimension): string {
  const { key, name } = groupOf[by];
  return `SELECT * FROM (
       SELECT *, row_number() OVER (PARTITION BY is_total ORDER BY difference DESC, key) AS up,
         row_number() OVER (PARTITION BY is_total ORDER BY difference, key) AS down
       FROM (
         SELECT ${key} AS key, ${name} AS name, toUInt8(grouping(key)) AS is_total, sum(difference) AS difference,
           ${changeColumns.map((column) => `sum(${column}) AS ${column}`).join(', ')}
         FROM (${changes}) GROUP BY ROLLUP(key)
       )
     )
     WHERE is_total OR (up <= ${most} AND difference > 0) OR (down <= ${most} AND difference < 0)
     ORDER BY is_total, difference DESC, key`;
}

const most = 10;

type GroupRow = ChangeRow & { key: string; name: string; is_total: 0 | 1 };

function windowsOf({ contract, now }: PurchaseContext, query: Query): Compared {
  const zone = billingZoneOf(contract.currency);
  const later = purchaseWindow(query, zone, now);
  refuseManyDays('start', later);
  return { former: formerRange(query) ?? formerWindow(later, zone), later };
}

const spelled = ({ start, end }: Range) => ({ start: toRfc3339(start), end: toRfc3339(end) });

type Measures = Record<keyof ChangeRow, Exact>;
const measured = (exactOf: (column: keyof ChangeRow) => Exact): Measures => ({
  former_amount: exactOf('former_amount'),
  later_amount: exactOf('later_amount'),
  used: exactOf('used'),
  priced: exactOf('priced'),
  discounted: exactOf('discounted'),
  added: exactOf('added'),
  removed: exactOf('removed'),
});
const nothing = measured(() => '0');

const remainder = (total: Measures, items: readonly Measures[]): Measures =>
  measured((column) => subtract(total[column], sum(items.map((item) => item[column]))));

function changeOf(row: Measures, currency: Currency): PurchaseChange {
  const exact = measured((column) => row[column]);
  return withFormatted(
    {
      formerAmount: exactAmount(exact.former_amount),
      amount: exactAmount(exact.later_amount),
      difference: exactAmount(subtract(exact.later_amount, exact.former_amount)),
      usage: exactAmount(exact.used),
      price: exactAmount(exact.priced),
      discount: exactAmount(exact.discounted),
      new: exactAmount(exact.added),
      gone: exactAmount(exact.removed),
    },
    currency,
  );
}
