import { addMonths, type BillingMonth } from '@usance/period/billing-month';
import type { Selectable } from 'kysely';
import type { Database, DbOrTx } from '#platform/postgres/database.ts';

export type StatementRow = Selectable<Database['statement']>;
export type StatementLineRow = Selectable<Database['statement_line']>;
/** A statement to pay; `undeducted` is the rest, above 0. */
type Deductible = Pick<StatementRow, 'id' | 'month' | 'start_at' | 'undeducted'>;

/** Selects confirmed, unsettled statements whose deduction is due. */
function deductible(db: DbOrTx, now: Date) {
  return db
    .selectFrom('statement')
    .where('confirm_state', '=', 'confirmed')
    .where('deduct_state', '!=', 'fullySettled')
    .where('deduct_at', '<=', now);
}

/** Returns those of a contract, oldest first. */
export function listDeductible(db: DbOrTx, contractId: string, now: Date): Promise<Deductible[]> {
  return deductible(db, now)
    .select(['id', 'month', 'start_at', 'undeducted'])
    .where('contract_id', '=', contractId)
    .orderBy('month')
    .execute();
}

/**
 * Returns the contracts with such a statement and free cash, so that contracts without cash are not tried each
 * minute.
 */
export async function contractsToDeduct(db: DbOrTx, now: Date): Promise<string[]> {
  const rows = await deductible(db, now)
    .innerJoin('ledger_account', 'ledger_account.contract_id', 'statement.contract_id')
    // A rating may free credit that an open month needed.
    .where('ledger_account.id', 'in', ['cash', 'credit'])
    .where('ledger_account.balance', '>', '0')
    .select('statement.contract_id')
    .distinct()
    .orderBy('statement.contract_id')
    .execute();
  return rows.map((row) => row.contract_id);
}

/** Returns the contract's undisputed statements that are not fully paid, due or not, oldest first. */
export function listUnpaid(db: DbOrTx, contractId: string, before?: BillingMonth): Promise<Deductible[]> {
  return db
    .selectFrom('statement')
    .select(['id', 'month', 'start_at', 'undeducted'])
    .where('contract_id', '=', contractId)
    .where('confirm_state', '<>', 'manualProcessing')
    .where('undeducted', '>', '0')
    .$if(before !== undefined, (all) => all.where('month', '<', before ?? ''))
    .orderBy('month')
    .execute();
}

/** Selects unconfirmed statements whose automatic confirmation is due. */
function confirmable(db: DbOrTx, now: Date) {
  return db.selectFrom('statement').where('confirm_state', '=', 'unconfirmed').where('confirm_at', '<=', now);
}

/** Returns those of a contract, oldest first. */
export function listConfirmable(db: DbOrTx, contractId: string, now: Date) {
  return confirmable(db, now)
    .select(['contract_id', 'id'])
    .where('contract_id', '=', contractId)
    .orderBy('month')
    .execute();
}

/** Returns the contracts with such a statement. */
export async function contractsToConfirm(db: DbOrTx, now: Date): Promise<string[]> {
  const rows = await confirmable(db, now).select('contract_id').distinct().orderBy('contract_id').execute();
  return rows.map((row) => row.contract_id);
}

/** Returns the contract's disputed statements that are not fully held, oldest first. */
export function listShortOfHold(db: DbOrTx, contractId: string): Promise<StatementRow[]> {
  return db
    .selectFrom('statement')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('confirm_state', '=', 'manualProcessing')
    .whereRef('frozen', '<', 'undeducted')
    .orderBy('month')
    .execute();
}

/** Returns the given statements of the contract, oldest first, without unknown ids. */
export function findStatements(db: DbOrTx, contractId: string, ids: readonly string[]): Promise<StatementRow[]> {
  return db
    .selectFrom('statement')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('id', 'in', [...ids])
    .orderBy('month')
    .execute();
}

/** Returns the statement of a month, if it is signed. */
export function findStatementOf(db: DbOrTx, contractId: string, month: BillingMonth) {
  return db
    .selectFrom('statement')
    .select('id')
    .where('contract_id', '=', contractId)
    .where('month', '=', month)
    .executeTakeFirst();
}

/** Returns the amounts of the signed statements of the three months before. */
export async function trailingAmounts(db: DbOrTx, contractId: string, month: BillingMonth): Promise<string[]> {
  const rows = await db
    .selectFrom('statement')
    .select('amount')
    .where('contract_id', '=', contractId)
    .where('month', '>=', addMonths(month, -3))
    .where('month', '<', month)
    .execute();
  return rows.map(({ amount }) => amount);
}

export function linesOfStatement(db: DbOrTx, contractId: string, statementId: string): Promise<StatementLineRow[]> {
  return db
    .selectFrom('statement_line')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('statement_id', '=', statementId)
    .orderBy('line_no')
    .execute();
}

/** Returns the months of a contract that were signed elsewhere: none of their rows are here. */
export async function monthsSignedElsewhere(db: DbOrTx, contractId: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('carried_month').select('month').where('contract_id', '=', contractId).execute();
  return new Set(rows.map(({ month }) => month));
}

/** Returns the last signed statement of the contract before a month. */
export function statementBefore(db: DbOrTx, contractId: string, month: string): Promise<StatementRow | undefined> {
  return db
    .selectFrom('statement')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('month', '<', month)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst();
}
