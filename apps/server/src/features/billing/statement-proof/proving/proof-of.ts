import type { StatementProof } from '@usance/api/billing/statement-proof';
import { compare, formatDecimal, subtract, sum } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import { roundHalfUp } from '@usance/money/rounding';
import { linesDigestOf } from './exact-sums.ts';
import { settledParts } from './settled-parts.ts';
import type { StoredStatement } from './stored-statement.ts';

interface Found {
  readonly sums: StatementProof['sums'];
  /** The digest of the rated rows, if there are any. */
  readonly rows: string | null;
  readonly now: Date;
}

/** The wire form of a comparison. */
export function proofOf(stored: StoredStatement, { sums, rows, now }: Found): StatementProof {
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
