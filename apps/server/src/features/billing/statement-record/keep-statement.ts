import type { Insertable, UpdateObject } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import type { StatementRow } from './statement.queries.ts';

/** What may change of a statement after it is signed; `cash_deducted` does by `ledger_settle` in the database alone. */
type StateColumn =
  | 'confirm_state'
  | 'review_reason'
  | 'disputed_at'
  | 'hidden_at'
  | 'due_on'
  | 'confirm_at'
  | 'deduct_at'
  | 'overdue_from'
  | 'frozen'
  | 'credited';
type Writing = Pick<Work, 'tx'>;

/** Keeps a statement as it is signed. */
export function insertStatement({ tx }: Writing, row: Insertable<Database['statement']>): Promise<StatementRow> {
  return tx.insertInto('statement').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Keeps lines of a statement, as many as one INSERT takes. */
export async function insertLines({ tx }: Writing, rows: Insertable<Database['statement_line']>[]): Promise<void> {
  await tx.insertInto('statement_line').values(rows).execute();
}

/** Keeps what has become of a statement, and answers it as it is then. */
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

/** Takes statements of the contract away, with their lines. */
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
