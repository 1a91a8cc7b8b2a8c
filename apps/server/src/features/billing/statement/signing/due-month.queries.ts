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
import type { Db } from '../../../../platform/postgres/database.ts';
import { isClosedMonth } from '../../../metering/closed-month/closed-month.ts';
import type { ContractRow } from '../../../party/contract/contract.ts';

/** An unsigned month to which the calendar has come. */
export interface DueMonth {
  readonly contract: ContractRow;
  readonly month: BillingMonth;
}

/** A month further back than this many before the running one is signed by people only. */
const oldestMonths = 24;
/** No contract can be made that begins before. */
const firstOfAll = parseBillingMonth('2000-01');

/** SQL: whether the contract has usage in the month. */
const isUsed = sql<boolean>`
  exists (select from rated_day d where d.contract_id = contract.id and d.day >= began and d.day < began + interval '1 month')
  or exists (select from usage_dirty_day d
             where d.contract_id = contract.id and d.day >= began and d.day < began + interval '1 month')`;

/**
 * The months that the calendar signs, by contract, oldest first: of an active contract each from its commencement to its
 * end, idle ones too; of one that has ended those that it used. Those that wait for people are not among them, nor are
 * older ones, nor those of studies.
 */
export function monthsToSign(db: Db, now: Date): Promise<DueMonth[]> {
  return ofEachCurrency(now, (currency, current) => {
    const span = { from: addMonths(current, -oldestMonths), to: lastToSign(current, currency, now) };
    const isActive = sql`contract.state = 'Active'
      and (contract.ended_at is null or began < contract.ended_at at time zone ${billingZoneOf(currency)})`;
    return openMonths(db, currency, span, sql`${isActive} or ${isUsed}`);
  });
}

/** The months with usage that are too old for the calendar and do not wait for people yet. */
export function monthsTooOld(db: Db, now: Date): Promise<DueMonth[]> {
  return ofEachCurrency(now, (currency, current) =>
    openMonths(db, currency, { from: firstOfAll, to: addMonths(current, -oldestMonths - 1) }, isUsed),
  );
}

async function ofEachCurrency(
  now: Date,
  found: (currency: Currency, current: BillingMonth) => Promise<DueMonth[]>,
): Promise<DueMonth[]> {
  const months: DueMonth[] = [];
  for (const currency of currencies) {
    months.push(...(await found(currency, billingMonthOf(instantOf(now), billingZoneOf(currency)))));
  }
  return months;
}

function lastToSign(current: BillingMonth, currency: Currency, now: Date): BillingMonth {
  const last = addMonths(current, -1);
  return signAt(last, billingZoneOf(currency)) <= now.getTime() ? last : addMonths(last, -1);
}

/** One question for all contracts that are or were active: nobody asks each of them every minute. */
async function openMonths(
  db: Db,
  currency: Currency,
  { from, to }: { from: BillingMonth; to: BillingMonth },
  condition: RawBuilder<unknown>,
): Promise<DueMonth[]> {
  const month = sql`to_char(began, 'YYYY-MM')`;
  const { rows } = await sql<ContractRow & { month: string }>`
    select contract.*, ${month} as month
    from contract, generate_series(
      greatest(date_trunc('month', commencing_on at time zone ${billingZoneOf(currency)}), ${firstDayOf(from)}::timestamp),
      ${firstDayOf(to)}::timestamp, interval '1 month') as began
    where currency = ${currency} and state in ('Active', 'End', 'Renewed') and not is_study
      and not ${isClosedMonth(sql.ref('contract.id'), month)}
      and not exists (select from waiting_month w where w.contract_id = contract.id and w.month = ${month})
      and (${condition})
    order by contract.id, began`.execute(db);
  return rows.map(({ month: text, ...contract }) => ({ contract, month: parseBillingMonth(text) }));
}
