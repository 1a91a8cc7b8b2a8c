import type { StatementPreview } from '@usance/api/billing/statement';
import { isZero } from '@usance/money/decimal';
import type { Reader } from '../content/reader.ts';
import { statementOf } from '../content/statement.ts';
import type { planStatement } from '../signing/plan-statement.ts';
import { lineRowsOf } from '../signing/statement-line-rows.ts';

/** The wire form of a planned statement, without an id or a history. */
export function previewOf(
  { draft, row }: Awaited<ReturnType<typeof planStatement>>,
  reader: Reader,
  now: Date,
): StatementPreview {
  const unsigned = {
    ...row,
    id: '',
    cash_deducted: '0.00000000',
    credit_deducted: '0.00000000',
    frozen: '0.00000000',
    credited: '0.00000000',
    undeducted: row.payable,
    deduct_state: isZero(row.payable) ? ('fullySettled' as const) : ('undeducted' as const),
    disputed_by: null,
    decided_dispute: null,
    hidden_at: null,
    confirmed_at: null,
  };
  const told = statementOf(unsigned, [...lineRowsOf(unsigned, draft.lines)].flat(), reader, now);
  return { ...told, id: null, signedAt: null, permissions: { canConfirm: false, canDownload: false } };
}
