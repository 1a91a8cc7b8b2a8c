import type { Currency } from '@usance/money/currency';
import { formatDecimal, sum } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import { type BillingMonth, parseBillingMonth, rangeOf } from '@usance/period/billing-month';
import { type Instant, instantOf } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { billingZoneOf } from '@usance/period/zone';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { inOpenMonth } from '../closed-month/closed-month.ts';
import { marketplaceShares, openShares } from '../marketplace-share/marketplace-share.queries.ts';
import { oursOf } from '../marketplace-share/split-hours.ts';

/**
 * An unsigned month with the hours that the contract pays directly, without those that a marketplace bills. Hours are
 * in ascending order.
 */
export interface OpenMonth {
  readonly range: Range;
  /** The exact sum of `hours`; negative if corrections outweigh usage. */
  readonly exact: string;
  /** `exact` rounded like the month's statement. */
  readonly amount: string;
  readonly hours: readonly { readonly hour: Instant; readonly amount: string }[];
}

/**
 * Returns the contract's open months, oldest first, or only those before `before`. A month is listed if it has rated
 * usage or a share of a settled marketplace link. Late usage counts in the hour in which it was used.
 */
export async function openMonths(db: DbOrTx, contractId: string, before?: BillingMonth): Promise<OpenMonth[]> {
  const isBefore = before === undefined ? sql`true` : sql`month < ${before}`;
  const { rows } = await sql<{ month: string; currency: Currency; hour: Date; amount: string }>`
    select month, contract.currency, hour, sum(amount)::numeric(38, 12) as amount
    from (
      select to_char(day, 'YYYY-MM') as month, used.hour, used.amount from ${hoursOfDays(contractId)}
      where ${inOpenMonth('rated_day')}
      union all
      select month, hour, 0 from ${openShares(contractId)}
    ) as used join contract on contract.id = ${contractId}
    where ${isBefore}
    group by 1, 2, 3 order by 1, 3`.execute(db);
  const shares = await marketplaceShares(db, contractId);
  return [...Map.groupBy(rows, ({ month }) => month)].flatMap(([month, used]) => {
    const [first] = used;
    if (!first) return [];
    const range = rangeOf(parseBillingMonth(month), billingZoneOf(first.currency));
    const all = used.map(({ hour, amount }) => ({ hour: instantOf(hour), amount }));
    const hours = shares === undefined ? all : oursOf(shares, month, all);
    const exact = sum(hours.map((each) => each.amount));
    return [{ range, exact: formatDecimal(exact, 12), amount: formatDecimal(roundHalfUp(exact, 2), 8), hours }];
  });
}

/**
 * SQL: joins each row of `rated_day` with its hours as `used (hour, amount)`. A row without stored hours counts its
 * amount in the first hour of its day.
 */
export const withHours: RawBuilder<unknown> = sql`cross join lateral unnest(
  coalesce(hour_starts, array[(select day::timestamp at time zone billing_zone(currency) from contract where id = rated_day.contract_id)]),
  coalesce(hour_amounts, array[rated_day.amount])) as used (hour, amount)`;

export function hoursOfDays(contractId: string): RawBuilder<unknown> {
  return sql`(select * from rated_day where contract_id = ${contractId}) as rated_day ${withHours}`;
}
