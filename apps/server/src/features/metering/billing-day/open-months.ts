import type { Currency } from '@usance/money/currency';
import { formatDecimal, sum } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import { type BillingMonth, parseBillingMonth, rangeOf } from '@usance/period/billing-month';
import { type Instant, instantOf } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { billingZoneOf } from '@usance/period/zone';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { isClosedMonth } from '../closed-month/closed-month.ts';
import { marketplaceSharesOf, openShares } from '../marketplace-share/marketplace-share.queries.ts';
import { type MarketplaceShares, oursOf } from '../marketplace-share/split-hours.ts';

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
  return (await openMonthsOf(db, [contractId], before)).get(contractId) ?? [];
}

/** Like `openMonths`, for several contracts at once. Contracts without open months are left out. */
export async function openMonthsOf(
  db: DbOrTx,
  contractIds: readonly string[],
  before?: BillingMonth,
): Promise<ReadonlyMap<string, OpenMonth[]>> {
  if (contractIds.length === 0) return new Map();
  const isBefore = before === undefined ? sql`true` : sql`month < ${before}`;
  const { rows } = await sql<HourRow>`
    select asked.id, month, contract.currency, hour, sum(amount)::numeric(38, 12) as amount
    from unnest(${[...contractIds]}::text[]) as asked (id) join contract on contract.id = asked.id
    cross join lateral (
      select to_char(day, 'YYYY-MM') as month, used.hour, used.amount from ${openDays(sql`asked.id`)} ${withHours}
      union all
      select month, hour, 0 from ${openShares(sql`asked.id`)}
    ) as used
    where ${isBefore}
    group by 1, 2, 3, 4 order by 1, 2, 4`.execute(db);
  const shares = await marketplaceSharesOf(db, contractIds);
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => [id, monthsIn(own, shares.get(id))]));
}

interface HourRow {
  id: string;
  month: string;
  currency: Currency;
  hour: Date;
  amount: string;
}

function monthsIn(rows: readonly HourRow[], shares: MarketplaceShares | undefined): OpenMonth[] {
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
 * SQL: the rated days of a contract's open months as `rated_day`. It looks for the months first, since a contract of
 * some years has few open days among many.
 */
export function openDays(contractId: RawBuilder<unknown>): RawBuilder<unknown> {
  const end = (which: 'min' | 'max') =>
    sql`(select ${sql.raw(which)}(day) from rated_day where rated_day.contract_id = ${contractId})::timestamp`;
  return sql`(
    select rated_day.*
    from generate_series(date_trunc('month', ${end('min')}), ${end('max')}, interval '1 month') as open_from
    join rated_day on rated_day.contract_id = ${contractId}
      and day >= open_from::date and day < (open_from + interval '1 month')::date
    where not ${isClosedMonth(contractId, sql`to_char(open_from, 'YYYY-MM')`)}) as rated_day`;
}

/**
 * SQL: joins each row of `rated_day` with its hours as `used (hour, amount)`. A row without stored hours counts its
 * amount in the first hour of its day.
 */
export const withHours: RawBuilder<unknown> = sql`cross join lateral unnest(
  coalesce(hour_starts, array[(select day::timestamp at time zone billing_zone(currency) from contract where id = rated_day.contract_id)]),
  coalesce(hour_amounts, array[rated_day.amount])) as used (hour, amount)`;

/** SQL: the rated days of a contract with their hours as `used (hour, amount)`. */
export function hoursOfDays(contractId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select * from rated_day where contract_id = ${contractId}) as rated_day ${withHours}`;
}
