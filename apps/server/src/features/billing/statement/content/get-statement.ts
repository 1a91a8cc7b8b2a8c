import type { Statement, statements } from '@usance/api/billing/statement';
import type { ParsedParams } from '@usance/api/call';
import { notFound } from '#platform/refusal.ts';
import type { ContractReading } from '../../../contract/contract/contract-reading.ts';
import { keptPeriod } from '../../account-period/figures/kept-period.queries.ts';
import { findStatements, linesOfStatement } from '../../statement-record/statement.queries.ts';
import { type AskedBy, readerOf } from './reader.ts';
import { statementOf } from './statement.ts';

/** Returns a statement of the contract with its lines, or 404; overdue as in `listStatements`. */
export async function getStatement(
  ctx: AskedBy & ContractReading,
  { params: { statementID } }: { params: ParsedParams<typeof statements.get> },
): Promise<Statement> {
  const [row] = await findStatements(ctx.db, ctx.contract.id, [statementID]);
  if (!row) throw notFound('STATEMENT_NOT_FOUND');
  const { asOf } = await keptPeriod(ctx.db, row.contract_id, ctx.now);
  return statementOf(row, await linesOfStatement(ctx.db, row.contract_id, row.id), readerOf(ctx), new Date(asOf));
}
