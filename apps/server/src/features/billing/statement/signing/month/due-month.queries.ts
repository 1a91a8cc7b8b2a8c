import { type Currency, currencies } from '@usance/money/currency';
import {
  addMonths,
  type BillingMonth,
  billingMonthOf,
  firstDayOf,
  parseBillingMonth,
} from '@usance/period/billing-month';
import { instantOf } from '@usance/period/instant';
import { signAt } from '@usance/period/statement-calendar';
import { billingZoneOf } from '@usance/period/zone';
import { type RawBuilder, sql } from 'kysely';
import type { Db, DbOrTx } from '#platform/postgres/database.ts';
import type { ContractRow } from '../../../../contract/contract/contract.ts';
import { isClosedMonth } from '../../../../metering/closed-month/closed-month.ts';

/** An unsigned month that is due for signing. */
export interface DueMonth {
  readonly contract: ContractRow;
  readonly month: BillingMonth;
}

/** The calendar goes back this many months; operators sign older ones. */
const oldestMonths = 24;
/** No contract can begin earlier. */
const firstOfAll = parseBillingMonth('2000-01');

/** The tables with the days of usage: acknowledged, rated or marked. */
const tablesOfDays = ['usage_day', 'rated_day', 'usage_dirty_day'];

/** SQL: true if the contract has usage in the month, or amounts of settled links. */
const isUsed = sql.join(
  [
    ...tablesOfDays.map(
      (table) => sql<boolean>`exists (select from ${sql.table(table)} as used
      where used.contract_id = contract.id and used.day >= began and used.day < began + interval '1 month')`,
    ),
    sql<boolean>`exists (select from marketplace_share as share
      where share.contract_id = contract.id and share.month = to_char(began, 'YYYY-MM') and share.amount <> 0)`,
  ],
  sql` or `,
);

/**
 * Returns the months that the calendar signs, by contract, oldest first. An active contract has all months from its
 * beginning to its end, an ended one those with usage. Months that wait for operators, older ones and those of
 * studies are left out. Contracts without a due month are not read.
 */
export function monthsToSign(db: DbOrTx, now: Date, only?: Only): Promise<DueMonth[]> {
  return ofEachCurrency(now, only, ({ currency, current, last }) => {
    const span = { from: addMonths(current, -oldestMonths), to: last };
    const isActive = sql`contract.state = 'Active'
      and (contract.ended_at is null or began < contract.ended_at at time zone ${billingZoneOf(currency)})`;
    return dueMonths(db, { currency, span, condition: sql`${isActive} or ${isUsed}`, contractId: only?.id });
  });
}

/** Returns months with usage that are too old for the calendar and do not wait for operators yet. */
export function monthsTooOld(db: DbOrTx, now: Date, only?: Only): Promise<DueMonth[]> {
  return ofEachCurrency(now, only, ({ currency, current }) => {
    const span = { from: firstOfAll, to: addMonths(current, -oldestMonths - 1) };
    return dueMonths(db, { currency, span, condition: isUsed, contractId: only?.id });
  });
}

/** Returns the contracts with a due month. */
export function contractsToSign(db: Db, now: Date): Promise<string[]> {
  return ofEachCurrency(now, undefined, async ({ currency, last }) => {
    const rows = await db
      .selectFrom('next_to_sign')
      .select('contract_id')
      .where('currency', '=', currency)
      .where('month', '<=', last)
      .orderBy('contract_id')
      .execute();
    return rows.map((row) => row.contract_id);
  });
}

/** Returns the unsigned months before one in which a contract has usage, oldest first. */
export async function usedMonthsBefore(db: DbOrTx, contractId: string, month: BillingMonth): Promise<BillingMonth[]> {
  const began = sql`date_trunc('month', day::timestamp)`;
  const days = sql.join(
    tablesOfDays.map(
      (table) => sql`select to_char(${began}, 'YYYY-MM') as month from ${sql.table(table)}
        where contract_id = ${contractId} and day < ${firstDayOf(month)}::date`,
    ),
    sql` union `,
  );
  const { rows } = await sql<{ month: string }>`
    select month from (${days}) as used where not ${isClosedMonth(sql`${contractId}`, sql.ref('used.month'))}
    order by month`.execute(db);
  return rows.map((row) => parseBillingMonth(row.month));
}

/** Returns when the next month of any contract is signed. */
export async function nextSigning(db: Db, after: Date): Promise<Date | undefined> {
  const found = await ofEachCurrency(after, undefined, async ({ currency, last }) => {
    const first = await db
      .selectFrom('next_to_sign')
      .select((eb) => eb.fn.min('month').as('month'))
      .where('currency', '=', currency)
      .executeTakeFirst();
    if (!first?.month) return [];
    const next = addMonths(last, 1);
    return [signAt(first.month > next ? parseBillingMonth(first.month) : next, billingZoneOf(currency))];
  });
  return found.length === 0 ? undefined : new Date(Math.min(...found));
}

/** Returns the last month that can be signed at `now`. */
export function lastMonthToSign(currency: Currency, now: Date): BillingMonth {
  const zone = billingZoneOf(currency);
  const last = addMonths(billingMonthOf(instantOf(now), zone), -1);
  return signAt(last, zone) <= now.getTime() ? last : addMonths(last, -1);
}

interface OfCurrency {
  readonly currency: Currency;
  readonly current: BillingMonth;
  readonly last: BillingMonth;
}

/** Restricts the search to one contract. */
type Only = Pick<ContractRow, 'id' | 'currency'>;

async function ofEachCurrency<Found>(
  now: Date,
  only: Only | undefined,
  found: (of: OfCurrency) => Promise<Found[]>,
): Promise<Found[]> {
  const all: Found[] = [];
  for (const currency of only ? [only.currency] : currencies) {
    const current = billingMonthOf(instantOf(now), billingZoneOf(currency));
    all.push(...(await found({ currency, current, last: lastMonthToSign(currency, now) })));
  }
  return all;
}

interface Asked {
  readonly currency: Currency;
  readonly span: { readonly from: BillingMonth; readonly to: BillingMonth };
  readonly condition: RawBuilder<unknown>;
  /** Undefined for all contracts. */
  readonly contractId: string | undefined;
}

/** Finds the due months of all contracts that are or were active in one query, each from its stored next month on. */
async function dueMonths(db: DbOrTx, { currency, span, condition, contractId }: Asked): Promise<DueMonth[]> {
  const month = sql`to_char(began, 'YYYY-MM')`;
  const ofOne = contractId === undefined ? sql`` : sql`and contract.id = ${contractId}`;
  const { rows } = await sql<ContractRow & { month: string }>`
    select contract.*, ${month} as month
    from next_to_sign as next join contract on contract.id = next.contract_id, generate_series(
      greatest(date_trunc('month', commencing_on at time zone ${billingZoneOf(currency)}), ${firstDayOf(span.from)}::timestamp,
        (next.month || '-01')::timestamp),
      ${firstDayOf(span.to)}::timestamp, interval '1 month') as began
    where next.currency = ${currency} and next.month <= ${span.to} ${ofOne}
      and state in ('Active', 'End', 'Renewed') and not is_study
      and not ${isClosedMonth(sql.ref('contract.id'), month)}
      and not exists (select from waiting_month w where w.contract_id = contract.id and w.month = ${month})
      and (${condition})
    order by contract.id, began`.execute(db);
  return rows.map(({ month: text, ...contract }) => ({ contract, month: parseBillingMonth(text) }));
}
