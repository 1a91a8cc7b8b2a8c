import type { BillingMonth } from '@usance/period/billing-month';
import { instantOf } from '@usance/period/instant';
import { dueTimes, statementDay } from '@usance/period/statement-calendar';
import { billingZoneOf } from '@usance/period/zone';
import type { DbOrTx } from '#platform/postgres/database.ts';
import type { ContractRow } from '../../../contract/contract/contract.ts';
import { dueDaysOf } from '../../due-date/due-date.queries.ts';
import { trailingAmounts } from '../../statement-record/statement.queries.ts';
import { type Before, type Draft, draftStatement } from './draft-statement.ts';
import { cycleOf } from './month/cycle.ts';
import type { RatedMonth } from './month/rated-month.ts';
import { boundBroken } from './safety-bounds.ts';
import { statementDigest } from './statement-digest.ts';

interface Planned extends Before {
  readonly month: BillingMonth;
  readonly rated: RatedMonth;
  readonly signedAt: Date;
  /** True if an operator has reviewed it, so that no safety bound applies. */
  readonly hasWaited: boolean;
}

/** Returns the full content of a statement signed at an instant; signing stores it, and a preview shows it. */
export async function planStatement(
  db: DbOrTx,
  contract: ContractRow,
  { month, rated, signedAt, hasWaited, ...before }: Planned,
) {
  const draft = await draftStatement(db, contract, { month, ...rated }, before);
  const trailing = await trailingAmounts(db, contract.id, month);
  const { amount, lines } = draft;
  const reviewReason = hasWaited ? undefined : boundBroken({ amount, lineCount: lines.length, trailing });
  const dueDays = await dueDaysOf(db, contract.id, month);
  return { draft, reviewReason, row: rowOf(contract, month, { draft, now: signedAt, reviewReason, dueDays }) };
}

function rowOf(
  contract: ContractRow,
  month: BillingMonth,
  { draft, now, reviewReason, dueDays }: { draft: Draft; now: Date; reviewReason: string | undefined; dueDays: number },
) {
  const zone = billingZoneOf(contract.currency);
  const { start, end } = cycleOf(month, contract.currency);
  const due = dueTimes(month, zone, { signedAt: instantOf(now), dueDays });
  return {
    contract_id: contract.id,
    month,
    contract_name: contract.tags,
    customer_name: contract.buyer_name,
    currency: contract.currency,
    start_at: start,
    end_at: end,
    statement_on: statementDay(month),
    due_on: due.dueOn,
    confirm_at: new Date(due.confirmAt),
    deduct_at: new Date(due.deductAt),
    overdue_from: new Date(due.overdueFrom),
    signed_at: now,
    line_count: draft.lines.length,
    digest: statementDigest(
      { contractId: contract.id, month, currency: contract.currency, marketplaceMetered: draft.marketplaceMetered },
      draft.lines,
    ),
    exact_amount: draft.exactAmount,
    amount: draft.amount,
    marketplace_metered: draft.marketplaceMetered,
    voucher_deducted: draft.voucherDeducted,
    credit_applied: draft.creditApplied,
    payable: draft.payable,
    confirm_state: reviewReason === undefined ? ('unconfirmed' as const) : ('manualProcessing' as const),
    review_reason: reviewReason ?? null,
    disputed_at: reviewReason === undefined ? null : now,
  };
}
