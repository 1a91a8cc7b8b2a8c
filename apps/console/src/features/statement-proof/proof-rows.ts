import type { ExactSum, SettledPart, StatementProof } from '@usance/api/billing/statement-proof';
import * as m from '../../i18n/messages.gen.ts';

/** An amount of a proof, and whether it agrees. */
export interface ProvedRow {
  readonly id: string;
  readonly name: string;
  readonly count?: number;
  readonly amount: string;
  readonly agrees: boolean;
}

const sumWords: Readonly<Record<ExactSum['of'], () => string>> = {
  rows: m.statement_proof_rows,
  days: m.statement_proof_days,
  skus: m.statement_proof_skus,
  lines: m.statement_proof_lines,
};

/** Returns the exact sums, which are all equal, and the amount that their rounding leads to. */
export function sumRows({ sums, rounding, amount, linesAgree }: StatementProof): ProvedRow[] {
  return [
    ...sums.map((sum) => ({ ...sum, id: sum.of, name: sumWords[sum.of]() })),
    { id: 'rounding', name: m.statement_rounding(), amount: rounding, agrees: linesAgree },
    { id: 'shown', name: m.statement_proof_shown(), amount, agrees: linesAgree },
  ];
}

const partWords: Readonly<Record<SettledPart['by'], () => string>> = {
  marketplace: m.statement_marketplace_metered,
  voucher: m.statement_vouchers,
  credit: m.statement_credit_applied,
  cash: m.statement_deducted,
  undeducted: m.statement_undeducted,
  left: m.statement_proof_left,
};

/** Returns the parts of the statement's amount, which add up to it. */
export function partRows({ settled }: StatementProof): ProvedRow[] {
  return settled.map((part) => ({ ...part, id: part.by, name: partWords[part.by]() }));
}
