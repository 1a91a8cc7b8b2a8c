import type { Currency } from '@usance/money/currency';
import { formatDecimal, sum } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import { type BillingMonth, parseBillingMonth, rangeOf } from '@usance/period/billing-month';
import { type Instant, instantOf } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { billingZoneOf } from '@usance/period/zone';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { inOpenMonth, isClosedMonth } from '../closed-month/closed-month.ts';
import { marketplaceShares } from '../marketplace-share/marketplace-share.queries.ts';
import { oursOf } from '../marketplace-share/split-hours.ts';

/** A month that is not signed and is rated, or has amounts of a settled link, and what its hours come to that no marketplace bills: each once, the earliest first. */
export interface OpenMonth {
  readonly range: Range;
  /** What all of them come to exactly; below 0 where corrections outweigh usage. */
  readonly exact: string;
  /** The same, rounded as its statement will be; below 0 where corrections outweigh usage. */
  readonly amount: string;
  readonly hours: readonly { readonly hour: Instant; readonly amount: string }[];
}

/**
 * The open months of a contract that have rated usage or amounts of settled links, the oldest first, with late usage by the hour in which it was used:
 * all of them, or those before one.
 */
export async function openMonths(db: DbOrTx, contractId: string, before?: BillingMonth): Promise<OpenMonth[]> {
  const isBefore = before === undefined ? sql`true` : sql`month < ${before}`;
  const { rows } = await sql<{ month: string; currency: Currency; hour: Date; amount: string }>`
    select month, contract.currency, hour, sum(amount)::numeric(38, 12) as amount
    from (
      select to_char(day, 'YYYY-MM') as month, used.hour, used.amount from ${hoursOfDays(contractId)}
      where ${inOpenMonth('rated_day')}
      union all
      select month, hour, 0 from marketplace_share as share
      where contract_id = ${contractId} and amount <> 0 and not ${isClosedMonth(sql`${contractId}`, sql.ref('share.month'))}
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
 * SQL: the hours of each row of `rated_day` as `used (hour, amount)`. A day that was rated before hours were kept has one, its
 * first, until it is rated again.
 */
export const withHours: RawBuilder<unknown> = sql`cross join lateral unnest(
  coalesce(hour_starts, array[(select day::timestamp at time zone billing_zone(currency) from contract where id = rated_day.contract_id)]),
  coalesce(hour_amounts, array[rated_day.amount])) as used (hour, amount)`;

/** SQL: the rated days of a contract with their hours. */
export function hoursOfDays(contractId: string): RawBuilder<unknown> {
  return sql`(select * from rated_day where contract_id = ${contractId}) as rated_day ${withHours}`;
}
