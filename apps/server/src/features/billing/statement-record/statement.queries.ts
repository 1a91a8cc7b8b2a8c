import { addMonths, type BillingMonth } from '@usance/period/billing-month';
import type { Selectable } from 'kysely';
import type { Database, DbOrTx } from '#platform/postgres/database.ts';

export type StatementRow = Selectable<Database['statement']>;
export type StatementLineRow = Selectable<Database['statement_line']>;
/** A statement that wants cash: `undeducted` is what is still to be taken, above 0. */
type Deductible = Pick<StatementRow, 'id' | 'month' | 'start_at' | 'undeducted'>;

/** Confirmed statements whose time of deduction has come and that are not settled. */
function deductible(db: DbOrTx, now: Date) {
  return db
    .selectFrom('statement')
    .where('confirm_state', '=', 'confirmed')
    .where('deduct_state', '!=', 'fullySettled')
    .where('deduct_at', '<=', now);
}

/** Those of a contract, oldest first. */
export function listDeductible(db: DbOrTx, contractId: string, now: Date): Promise<Deductible[]> {
  return deductible(db, now)
    .select(['id', 'month', 'start_at', 'undeducted'])
    .where('contract_id', '=', contractId)
    .orderBy('month')
    .execute();
}

/** The contracts that have one, and free cash for it: who has none is not asked again each minute until they pay. */
export async function contractsToDeduct(db: DbOrTx, now: Date): Promise<string[]> {
  const rows = await deductible(db, now)
    .innerJoin('ledger_account', 'ledger_account.contract_id', 'statement.contract_id')
    .where('ledger_account.id', '=', 'cash')
    .where('ledger_account.balance', '>', '0')
    .select('statement.contract_id')
    .distinct()
    .orderBy('statement.contract_id')
    .execute();
  return rows.map((row) => row.contract_id);
}

/** Unconfirmed statements whose time to confirm themselves has come. */
function confirmable(db: DbOrTx, now: Date) {
  return db.selectFrom('statement').where('confirm_state', '=', 'unconfirmed').where('confirm_at', '<=', now);
}

/** Those of a contract. */
export function listConfirmable(db: DbOrTx, contractId: string, now: Date) {
  return confirmable(db, now)
    .select(['contract_id', 'id'])
    .where('contract_id', '=', contractId)
    .orderBy('month')
    .execute();
}

/** The contracts that have one. */
export async function contractsToConfirm(db: DbOrTx, now: Date): Promise<string[]> {
  const rows = await confirmable(db, now).select('contract_id').distinct().orderBy('contract_id').execute();
  return rows.map((row) => row.contract_id);
}

/** The contract's disputed statements for which less is held than they ask for, oldest first. */
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

/** Those of the contract's statements that are named, oldest first; an id that is not there is left out. */
export function findStatements(db: DbOrTx, contractId: string, ids: readonly string[]): Promise<StatementRow[]> {
  return db
    .selectFrom('statement')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('id', 'in', [...ids])
    .orderBy('month')
    .execute();
}

/** The statement of a month, if it is signed. */
export function findStatementOf(db: DbOrTx, contractId: string, month: BillingMonth) {
  return db
    .selectFrom('statement')
    .select('id')
    .where('contract_id', '=', contractId)
    .where('month', '=', month)
    .executeTakeFirst();
}

/** What the statements of the three months before this one came to, as far as they are signed. */
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

/** The statement's lines in their order. */
export function linesOfStatement(db: DbOrTx, contractId: string, statementId: string): Promise<StatementLineRow[]> {
  return db
    .selectFrom('statement_line')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('statement_id', '=', statementId)
    .orderBy('line_no')
    .execute();
}
