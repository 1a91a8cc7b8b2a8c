import type { Currency } from '@usance/money/currency';
import { type BillingMonth, compareMonths, parseBillingMonth, rangeOf } from '@usance/period/billing-month';
import { billingZoneOf } from '@usance/period/zone';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { conflict, type Refusal } from '#platform/refusal.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { type ContractRow, firstMonthOf } from '../../contract/contract/contract.ts';

/**
 * The one place that knows which months are signed. Usage of a closed month is never rated again, and the prices that
 * hold in it no longer change; what arrives for it late is billed in the month that is open.
 */

/** The contract's closed months, oldest first. */
export async function closedMonths(db: DbOrTx, contractId: string): Promise<ReadonlySet<BillingMonth>> {
  return (await closedMonthsOf(db, [contractId])).get(contractId) ?? new Set();
}

/** As closedMonths, of several contracts at once; those without any are not in it. */
export async function closedMonthsOf(
  db: DbOrTx,
  contractIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<BillingMonth>>> {
  if (contractIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('closed_month')
    .select(['contract_id', 'month'])
    .where('contract_id', 'in', contractIds)
    .orderBy('month')
    .execute();
  const byContract = Map.groupBy(rows, ({ contract_id }) => contract_id);
  return new Map(
    [...byContract].map(([id, closed]) => [id, new Set(closed.map(({ month }) => parseBillingMonth(month)))]),
  );
}

/** The last month that is closed for a contract, or (null) for any contract of the currency. */
export async function lastClosedMonth(
  db: DbOrTx,
  scope: { contractId: string | null; currency: Currency },
): Promise<BillingMonth | undefined> {
  let found = db
    .selectFrom('closed_month')
    .innerJoin('contract', 'contract.id', 'closed_month.contract_id')
    .where('contract.currency', '=', scope.currency);
  if (scope.contractId !== null) found = found.where('contract.id', '=', scope.contractId);
  const { month } = await found.select((eb) => eb.fn.max('month').as('month')).executeTakeFirstOrThrow();
  return month === null ? undefined : parseBillingMonth(month);
}

/** The end of the last month that is closed for a contract. */
export async function signedUntil(
  db: DbOrTx,
  { id, currency }: Pick<ContractRow, 'id' | 'currency'>,
): Promise<Date | undefined> {
  const month = await lastClosedMonth(db, { contractId: id, currency });
  return month && new Date(rangeOf(month, billingZoneOf(currency)).end);
}

/** SQL: as signedUntil; both are said in SQL, columns with their table's name. Null where no month is closed. */
export function signedEnd(contractId: RawBuilder<unknown>, currency: RawBuilder<unknown>): RawBuilder<Date | null> {
  return sql`(select (to_date(max(month), 'YYYY-MM') + interval '1 month') at time zone billing_zone(${currency})
    from closed_month where closed_month.contract_id = ${contractId})`;
}

/** As lastClosedMonth, of several contracts at once; those without any are not in it. */
export async function lastClosedMonthsOf(
  db: DbOrTx,
  contractIds: readonly string[],
): Promise<ReadonlyMap<string, BillingMonth>> {
  const { rows } = await sql<{ contract_id: string; month: string }>`
    select contract_id, max(month) as month from closed_month
    where contract_id = any(${contractIds}::text[]) group by contract_id`.execute(db);
  return new Map(rows.map(({ contract_id, month }) => [contract_id, parseBillingMonth(month)]));
}

/** SQL: whether a contract's month is closed; both are said in SQL, the month as YYYY-MM, columns with their table's name. */
export function isClosedMonth(contractId: RawBuilder<unknown>, month: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from closed_month where closed_month.contract_id = ${contractId} and closed_month.month = ${month})`;
}

/** SQL: whether a day, in a row that has contract_id too, lies in a month that is open. */
export function inOpenMonth(table: string): RawBuilder<boolean> {
  const month = sql`to_char(${sql.ref(`${table}.day`)}, 'YYYY-MM')`;
  return sql<boolean>`not ${isClosedMonth(sql.ref(`${table}.contract_id`), month)}`;
}

/** Closes a month for ever: who signs it does this in the same transaction. */
export async function closeMonth(tx: Tx, contract: LockedContract, month: BillingMonth, now: Date): Promise<void> {
  await tx.insertInto('closed_month').values({ contract_id: contract.id, month, closed_at: now }).execute();
}

/** Opens months again whose statements were withdrawn in the same transaction. */
export async function reopenMonths(tx: Tx, contract: LockedContract, months: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('closed_month')
    .where('contract_id', '=', contract.id)
    .where('month', 'in', [...months])
    .execute();
}

/** The refusal of a month before the contract's first; `field` names where it was given. */
export function beforeContract(contract: ContractRow, field: string): Refusal {
  return conflict('MONTH_BEFORE_CONTRACT', `The contract began in ${firstMonthOf(contract)}.`, { field });
}

/** The refusal to touch what stands on statements signed up to a month; `kept` says what stays as it is. */
export function signedUpTo(
  month: BillingMonth,
  kept: string,
  metadata: Readonly<Record<string, string>> = {},
): Refusal {
  return conflict('MONTH_SIGNED', `Statements are signed up to ${month}; ${kept}.`, { months: month, ...metadata });
}

/** Refuses terms that begin before the contract, or in a month that is signed or lies before one that is (409). */
export async function refuseTermsBefore(
  db: DbOrTx,
  contract: ContractRow,
  terms: { readonly fromMonth: BillingMonth; readonly kept: string },
): Promise<void> {
  const { fromMonth, kept } = terms;
  if (compareMonths(fromMonth, firstMonthOf(contract)) < 0) throw beforeContract(contract, 'fromMonth');
  const closed = await lastClosedMonth(db, { contractId: contract.id, currency: contract.currency });
  if (closed !== undefined && compareMonths(fromMonth, closed) <= 0)
    throw signedUpTo(closed, kept, { field: 'fromMonth' });
}
