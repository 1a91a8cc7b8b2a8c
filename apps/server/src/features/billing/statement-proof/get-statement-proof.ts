import { createHash } from 'node:crypto';
import type { StatementProof, statementProofs } from '@usance/api/billing/statement-proof';
import type { ParsedParams } from '@usance/api/call';
import type { PurchaseContext } from '../purchase/selection/purchase-selection.ts';
import { exactSumsOf } from './proving/exact-sums.ts';
import { proofOf } from './proving/proof-of.ts';
import { rowsJson } from './proving/rows-json.ts';
import { type StoredStatement, storedStatement } from './proving/stored-statement.ts';

/** Compares a statement anew with everything that is stored about it, or refuses with 404. */
export async function getStatementProof(
  ctx: PurchaseContext,
  { params: { statementID } }: { params: ParsedParams<typeof statementProofs.get> },
): Promise<StatementProof> {
  const stored = await storedStatement(ctx.db, ctx.contract.id, statementID);
  return proofOf(stored, {
    sums: await exactSumsOf(ctx, stored),
    rows: stored.isCarried ? null : await digestOfRows(ctx, stored),
    now: ctx.now,
  });
}

async function digestOfRows(ctx: PurchaseContext, { statement, runs }: StoredStatement): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of rowsJson(ctx, statement.contract_id, runs)) hash.update(bytes);
  return hash.digest('hex');
}
