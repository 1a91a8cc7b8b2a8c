import { formatDecimal, isNegative, isZero, parseDecimal } from '@usance/money/decimal';
import type { Tx } from '../../../../platform/postgres/database.ts';
import { conflict, invalidParameter, notFound } from '../../../../platform/refusal.ts';
import { lockContract } from '../../../party/contract/contract.queries.ts';
import { findStatements } from '../record/statement.queries.ts';
import { creditLeft } from '../record/statement-amounts.ts';
import { bookPayable } from './sign-statement.ts';

/**
 * Withdraws statements, all or none, and takes what was owed off the books; their months are open again. 409 once one is
 * confirmed, disputed or partly deducted, or when a later month has used the credit that it left.
 */
export async function deleteStatements(tx: Tx, contractId: string, ids: readonly string[], now: Date): Promise<number> {
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) throw invalidParameter('ids', `${repeated} is named twice.`);
  if (ids.length === 0) throw invalidParameter('ids', 'Name at least one statement.');
  await lockContract(tx, contractId);
  const statements = await findStatements(tx, contractId, ids);
  if (statements.length < ids.length) throw notFound('statement');
  for (const { id, month, confirm_state, cash_deducted } of statements) {
    if (confirm_state !== 'unconfirmed' || !isZero(parseDecimal(cash_deducted)))
      throw conflict('STATEMENT_STATE', `The statement of ${month} is final and stays.`, { statementID: id });
  }
  await tx
    .deleteFrom('statement')
    .where('contract_id', '=', contractId)
    .where('id', 'in', [...ids])
    .execute();
  const kept = await tx
    .selectFrom('statement')
    .select(['amount', 'credit_applied'])
    .where('contract_id', '=', contractId)
    .execute();
  const left = creditLeft(kept);
  if (isNegative(left))
    throw conflict('STATEMENT_CREDIT_USED', 'A later statement has used the credit of one of these.', {
      missing: formatDecimal(left, 8),
    });
  for (const statement of statements) await bookPayable(tx, statement, 'unsign', now);
  return statements.length;
}
