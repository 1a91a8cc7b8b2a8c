import type { StatementSummary, statements } from '@usance/api/billing/statement';
import { isZero } from '@usance/money/decimal';
import type { Work } from '#platform/context/context.ts';
import type { Input } from '#platform/http/calls/verb.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { OnLocked } from '../../../contract/contract/locked.ts';
import { getAccount } from '../../../people/account/account.queries.ts';
import { findStatements } from '../../statement-record/statement.queries.ts';
import { type AskedBy, readerOf } from '../content/reader.ts';
import { summaryOf } from '../content/statement.ts';
import { changeConfirmations } from './change-confirmation.ts';

/**
 * Disputes a statement for a customer, who cannot end it: the back office finds it among what waits. Refuses with 404
 * an unknown id. Refuses with 409 a statement that is confirmed or should be, in dispute, or paid in part. So does a
 * second dispute of a customer: with many, nothing would ever be owed.
 */
export async function disputeStatement(
  ctx: OnLocked<Work & AskedBy>,
  { params: { statementID: id }, body: { reason } }: Input<typeof statements.dispute>,
): Promise<StatementSummary> {
  const { tx, now, log, contract, subject } = ctx;
  const [statement] = await findStatements(tx, contract.id, [id]);
  if (!statement) throw notFound('STATEMENT_NOT_FOUND');
  const {
    month,
    confirm_state: confirmState,
    confirm_at: confirmAt,
    cash_deducted: cash,
    credit_deducted: credit,
  } = statement;
  if (confirmState !== 'unconfirmed' || confirmAt <= now || !isZero(cash) || !isZero(credit))
    throw conflict('STATEMENT_STATE_CONFLICT', `The statement of ${month} can no longer be disputed here.`, {
      statementID: id,
      month,
      confirmState,
    });
  await refuseSecond(tx, contract.id);
  const by = subject.kind === 'account' ? (await getAccount(tx, subject.accountId)).identifier : '';
  const change = { id, confirmState: 'manualProcessing', told: { by, reason } } as const;
  const [row = statement] = await changeConfirmations(ctx, contract, [change], ['dispute']);
  log.warn({ contractId: contract.id, month, statementId: id }, 'a customer disputes a statement');
  return summaryOf(row, readerOf(ctx), now);
}

async function refuseSecond(tx: Tx, contractId: string): Promise<void> {
  const other = await tx
    .selectFrom('statement')
    .select(['id', 'month'])
    .where('contract_id', '=', contractId)
    .where('confirm_state', '=', 'manualProcessing')
    .where('disputed_by', 'is not', null)
    .executeTakeFirst();
  if (other)
    throw conflict('STATEMENT_STATE_CONFLICT', `The dispute of ${other.month} must be decided first.`, {
      statementID: other.id,
      month: other.month,
      confirmState: 'manualProcessing',
    });
}
