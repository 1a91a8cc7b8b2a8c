import type { StatementSummary, statements } from '@usance/api/billing/statement';
import { isZero } from '@usance/money/decimal';
import type { Work } from '#platform/context/context.ts';
import type { Input } from '#platform/http/calls/verb.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { OnLocked } from '../../../contract/contract/locked.ts';
import { getAccount } from '../../../people/account/account.queries.ts';
import { findStatements } from '../../statement-record/statement.queries.ts';
import { type AskedBy, readerOf } from '../content/reader.ts';
import { summaryOf } from '../content/statement.ts';
import { changeConfirmations } from './change-confirmation.ts';

/**
 * Disputes a statement for a customer, who cannot end it: the back office finds it among what waits. Refuses with 404
 * an unknown id, and with 409 a statement that is confirmed, in dispute or paid in part.
 */
export async function disputeStatement(
  ctx: OnLocked<Work & AskedBy>,
  { params: { statementID: id }, body: { reason } }: Input<typeof statements.dispute>,
): Promise<StatementSummary> {
  const { tx, now, log, contract, subject } = ctx;
  const [statement] = await findStatements(tx, contract.id, [id]);
  if (!statement) throw notFound('STATEMENT_NOT_FOUND');
  const { month, confirm_state: confirmState, cash_deducted: cash, credit_deducted: credit } = statement;
  if (confirmState !== 'unconfirmed' || !isZero(cash) || !isZero(credit))
    throw conflict('STATEMENT_STATE_CONFLICT', `The statement of ${month} can no longer be disputed here.`, {
      statementID: id,
      month,
      confirmState,
    });
  const by = subject.kind === 'account' ? (await getAccount(tx, subject.accountId)).identifier : '';
  const change = { id, confirmState: 'manualProcessing', told: { by, reason } } as const;
  const [row = statement] = await changeConfirmations(ctx, contract, [change], ['dispute']);
  log.warn({ contractId: contract.id, month, statementId: id }, 'a customer disputes a statement');
  return summaryOf(row, readerOf(ctx), now);
}
