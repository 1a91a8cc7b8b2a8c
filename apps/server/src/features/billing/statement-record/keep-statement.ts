import type { Insertable, UpdateObject } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import type { StatementRow } from './statement.queries.ts';

/** The columns that may change after signing; payments change only by `ledger_settle` in the database. */
type StateColumn =
  | 'confirm_state'
  | 'review_reason'
  | 'disputed_at'
  | 'disputed_by'
  | 'decided_dispute'
  | 'hidden_at'
  | 'confirmed_at'
  | 'due_on'
  | 'confirm_at'
  | 'deduct_at'
  | 'overdue_from'
  | 'frozen'
  | 'credited';
type Writing = Pick<Work, 'tx'>;

/** Inserts a signed statement. */
export function insertStatement({ tx }: Writing, row: Insertable<Database['statement']>): Promise<StatementRow> {
  return tx.insertInto('statement').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Inserts lines of a statement, as many as fit one INSERT. */
export async function insertLines({ tx }: Writing, rows: Insertable<Database['statement_line']>[]): Promise<void> {
  await tx.insertInto('statement_line').values(rows).execute();
}

/** Updates the state of a statement and returns its row. */
export function keepState(
  { tx }: Writing,
  { contract_id, id }: Pick<StatementRow, 'contract_id' | 'id'>,
  changed: Pick<UpdateObject<Database, 'statement'>, StateColumn>,
): Promise<StatementRow> {
  return tx
    .updateTable('statement')
    .set(changed)
    .where('contract_id', '=', contract_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes statements of the contract with their lines. */
export async function removeStatements(
  { tx }: Writing,
  contract: LockedContract,
  ids: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('statement')
    .where('contract_id', '=', contract.id)
    .where('id', 'in', [...ids])
    .execute();
}
