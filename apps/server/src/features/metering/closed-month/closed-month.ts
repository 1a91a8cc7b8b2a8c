import type { Currency } from '@usance/money/currency';
import { type BillingMonth, compareMonths, parseBillingMonth, rangeOf } from '@usance/period/billing-month';
import { billingZoneOf } from '@usance/period/zone';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { conflict, type Refusal } from '#platform/refusal.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { type ContractRow, firstMonthOf } from '../../contract/contract/contract.ts';

/**
 * The only module that reads which months are signed. A closed month is never rated again and its prices are frozen;
 * late usage is billed in the open month.
 */

/** Oldest first. */
export async function closedMonths(db: DbOrTx, contractId: string): Promise<ReadonlySet<BillingMonth>> {
  return (await closedMonthsOf(db, [contractId])).get(contractId) ?? new Set();
}

/** Like `closedMonths`, for several contracts at once. Contracts without closed months are left out. */
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

/** Returns the last closed month of a contract or, if `contractId` is null, of any contract of the currency. */
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

/** The end of the contract's last closed month. */
export async function signedUntil(
  db: DbOrTx,
  { id, currency }: Pick<ContractRow, 'id' | 'currency'>,
): Promise<Date | undefined> {
  const month = await lastClosedMonth(db, { contractId: id, currency });
  return month && new Date(rangeOf(month, billingZoneOf(currency)).end);
}

/** SQL for `signedUntil`; null if no month is closed. Qualify columns in the arguments with their table. */
export function signedEnd(contractId: RawBuilder<unknown>, currency: RawBuilder<unknown>): RawBuilder<Date | null> {
  return sql`(select (to_date(max(month), 'YYYY-MM') + interval '1 month') at time zone billing_zone(${currency})
    from closed_month where closed_month.contract_id = ${contractId})`;
}

/** The last closed month of each contract. Contracts without closed months are left out. */
export async function lastClosedMonthsOf(
  db: DbOrTx,
  contractIds: readonly string[],
): Promise<ReadonlyMap<string, BillingMonth>> {
  const { rows } = await sql<{ contract_id: string; month: string }>`
    select contract_id, max(month) as month from closed_month
    where contract_id = any(${contractIds}::text[]) group by contract_id`.execute(db);
  return new Map(rows.map(({ contract_id, month }) => [contract_id, parseBillingMonth(month)]));
}

/** SQL: true if the contract's month (YYYY-MM) is closed. Qualify columns in the arguments with their table. */
export function isClosedMonth(contractId: RawBuilder<unknown>, month: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from closed_month where closed_month.contract_id = ${contractId} and closed_month.month = ${month})`;
}

/** SQL: true if the row's `day` lies in an open month of its `contract_id`. */
export function inOpenMonth(table: string): RawBuilder<boolean> {
  const month = sql`to_char(${sql.ref(`${table}.day`)}, 'YYYY-MM')`;
  return sql<boolean>`not ${isClosedMonth(sql.ref(`${table}.contract_id`), month)}`;
}

/** Closes a month. Must run in the transaction that signs its statement. */
export async function closeMonth(tx: Tx, contract: LockedContract, month: BillingMonth, now: Date): Promise<void> {
  await tx.insertInto('closed_month').values({ contract_id: contract.id, month, closed_at: now }).execute();
}

/** Opens months again. Must run in the transaction that withdraws their statements. */
export async function reopenMonths(tx: Tx, contract: LockedContract, months: readonly BillingMonth[]): Promise<void> {
  await tx
    .deleteFrom('closed_month')
    .where('contract_id', '=', contract.id)
    .where('month', 'in', [...months])
    .execute();
}

/** The refusal of a month before the contract's first. `field` names the request field with the month. */
export function beforeContract(contract: ContractRow, field: string): Refusal {
  return conflict('MONTH_BEFORE_CONTRACT', `The contract began in ${firstMonthOf(contract)}.`, { field });
}

/** The refusal of a change to signed months. `kept` is the end of the sentence: it names what cannot change. */
export function signedUpTo(
  month: BillingMonth,
  kept: string,
  metadata: Readonly<Record<string, string>> = {},
): Refusal {
  return conflict('MONTH_SIGNED', `Statements are signed up to ${month}; ${kept}.`, { months: month, ...metadata });
}

/** Throws 409 if terms begin before the contract, or not after its last signed month. */
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
