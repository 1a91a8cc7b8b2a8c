import type { StatementSummary, statements } from '@usance/api/billing/statement';
import type { ParsedBody } from '@usance/api/call';
import type { Work } from '#platform/context/context.ts';
import type { OnLocked } from '../../../contract/contract/locked.ts';
import { type AskedBy, readerOf } from '../content/reader.ts';
import { summaryOf } from '../content/statement.ts';
import { changeConfirmations } from './change-confirmation.ts';

/**
 * Confirms or disputes statements or ends disputes for the back office, all or none; refuses like
 * `changeConfirmations`.
 */
export async function updateStatements(
  ctx: OnLocked<Work & AskedBy>,
  { body }: { body: ParsedBody<typeof statements.update> },
): Promise<{ items: StatementSummary[] }> {
  const rows = await changeConfirmations(ctx, ctx.contract, body, ['confirm', 'dispute', 'endDispute']);
  return { items: rows.map((row) => summaryOf(row, readerOf(ctx), ctx.now)) };
}
