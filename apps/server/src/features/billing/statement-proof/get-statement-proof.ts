import { createHash } from 'node:crypto';
import type { StatementProof, statementProofs } from '@usance/api/billing/statement-proof';
import type { ParsedParams } from '@usance/api/call';
import { compare, formatDecimal, subtract, sum } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import { roundHalfUp } from '@usance/money/rounding';
import type { PurchaseContext } from '../purchase/selection/purchase-selection.ts';
import { exactSumsOf, linesDigestOf } from './exact-sums.ts';
import { rowsCsv } from './rows-csv.ts';
import { settledParts } from './settled-parts.ts';
import { type StoredStatement, storedStatement } from './stored-statement.ts';

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

interface Found {
  readonly sums: StatementProof['sums'];
  /** The digest of the rated rows, if there are any. */
  readonly rows: string | null;
  readonly now: Date;
}

/** The wire form of a comparison. */
function proofOf(stored: StoredStatement, { sums, rows, now }: Found): StatementProof {
  const { statement, lines } = stored;
  const { currency, amount, exact_amount: exactAmount } = statement;
  const settled = settledParts(stored);
  const shown = sum(lines.map(({ shownAmount }) => shownAmount));
  const isRounded = compare(roundHalfUp(exactAmount, 2), amount) === 0;
  const linesAgree = isRounded && compare(shown, amount) === 0;
  const digest = { signed: statement.digest, lines: linesDigestOf(stored, lines), rows };
  const isSameDigest = digest.signed === digest.lines;
  const isPaid = compare(sum(settled.map((part) => part.amount)), amount) === 0;
  return {
    contractId: statement.contract_id,
    statementID: statement.id,
    month: statement.month,
    currency,
    checkedAt: now.toISOString(),
    agrees: linesAgree && isSameDigest && isPaid && [...sums, ...settled].every(({ agrees }) => agrees),
    hasRows: !stored.isCarried,
    sums,
    ...withFormatted({ exactAmount, rounding: formatDecimal(subtract(amount, exactAmount), 12) }, currency, 12),
    ...withFormatted({ amount }, currency),
    linesAgree,
    settled,
    digest: { ...digest, agrees: isSameDigest },
  };
}

async function digestOfRows(ctx: PurchaseContext, { statement, runs }: StoredStatement): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of rowsCsv(ctx, statement.contract_id, runs)) hash.update(bytes);
  return hash.digest('hex');
}
