import { formatDecimal, isZero, negate, parseDecimal } from '@usance/money/decimal';
import { addMonths, type BillingMonth } from '@usance/period/billing-month';
import { autoConfirmAt, deductAt, dueDay, overdueFrom, signAt, statementDay } from '@usance/period/statement-calendar';
import { billingZoneOf } from '@usance/period/zone';
import type { Insertable } from 'kysely';
import type { Deps } from '../../../../platform/context.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Database, Tx } from '../../../../platform/postgres/database.ts';
import { conflict } from '../../../../platform/refusal.ts';
import { post } from '../../../money/ledger/post.ts';
import { lockContract } from '../../../party/contract/contract.queries.ts';
import type { ContractRow } from '../../../party/contract/contract.ts';
import { holdFor } from '../confirming/hold.ts';
import type { StatementRow } from '../record/statement.queries.ts';
import { lineRowsOf } from '../record/statement-line-rows.ts';
import { assertUnsigned, cycleOf, type Draft, draftStatement } from './draft-statement.ts';
import type { MonthLines } from './month-lines.ts';
import { boundBroken } from './safety-bounds.ts';
import { statementDigest } from './statement-digest.ts';

/**
 * Signs a month that is over, from 09:00 on the 2nd of the next: copies its lines with a digest and books what is owed.
 * The contract stays locked, so that usage which arrives meanwhile is told the month is signed. A month beyond the safety
 * bounds is signed into manual processing, where nothing confirms or deducts it. 409: too early, signed already, unpriced.
 */
export async function signStatement(
  deps: Deps & { tx: Tx },
  input: { contractId: string; month: string },
  now: Date,
  linesOf: MonthLines,
): Promise<StatementRow> {
  const { tx } = deps;
  const contract = await lockContract(tx, input.contractId);
  const month = await assertUnsigned(tx, contract, input.month, now);
  if (now.getTime() < signAt(month, billingZoneOf(contract.currency)))
    throw conflict('STATEMENT_TOO_EARLY', `${month} is signed from 09:00 on ${statementDay(month)}.`, {
      field: 'month',
    });
  const draft = await draftStatement(tx, contract, await linesOf({ ...deps, db: tx }, contract, month));
  const reviewReason = boundBroken({
    amount: draft.amount,
    lineCount: draft.lines.length,
    trailing: await trailingAmounts(tx, contract.id, month),
  });
  const signed = await tx
    .insertInto('statement')
    .values(rowOf(contract, month, draft, now, reviewReason))
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const rows of lineRowsOf(signed, draft.lines)) await tx.insertInto('statement_line').values(rows).execute();
  await bookPayable(tx, signed, 'sign', now);
  if (reviewReason === undefined) return signed;
  deps.log.warn({ contractId: contract.id, month, statementId: signed.id, reviewReason }, 'A statement needs a look');
  return holdFor(tx, signed, now);
}

/** What is owed goes on the books, or off them again. */
export async function bookPayable(
  tx: Tx,
  { contract_id, currency, id, start_at, payable }: StatementRow,
  kind: 'sign' | 'unsign',
  now: Date,
): Promise<void> {
  if (isZero(parseDecimal(payable))) return;
  const taken = formatDecimal(negate(parseDecimal(payable)));
  const [receivable, revenue] = kind === 'sign' ? [taken, payable] : [payable, taken];
  await post(tx, {
    contractId: contract_id,
    currency,
    kind,
    at: now,
    memo: { statementID: id, statementStart: start_at.toISOString() },
    entries: [
      { account: { kind: 'receivable', id }, amount: receivable },
      { account: { kind: 'revenue' }, amount: revenue },
    ],
  });
}

function rowOf(
  contract: ContractRow,
  month: BillingMonth,
  draft: Draft,
  now: Date,
  reviewReason: string | undefined,
): Insertable<Database['statement']> {
  const zone = billingZoneOf(contract.currency);
  const { start, end } = cycleOf(month, contract);
  return {
    contract_id: contract.id,
    id: newId('stm'),
    month,
    contract_name: contract.tags,
    customer_name: contract.buyer_name,
    currency: contract.currency,
    start_at: start,
    end_at: end,
    statement_on: statementDay(month),
    due_on: dueDay(month, contract.due_days),
    confirm_at: new Date(autoConfirmAt(month, zone, contract.due_days)),
    deduct_at: new Date(deductAt(month, zone, contract.due_days)),
    overdue_from: new Date(overdueFrom(month, zone, contract.due_days)),
    signed_at: now,
    line_count: draft.lines.length,
    digest: statementDigest({ contractId: contract.id, month, currency: contract.currency }, draft.lines),
    exact_amount: draft.exactAmount,
    amount: draft.amount,
    voucher_deducted: draft.voucherDeducted,
    credit_applied: draft.creditApplied,
    payable: draft.payable,
    confirm_state: reviewReason === undefined ? 'unconfirmed' : 'manualProcessing',
    review_reason: reviewReason ?? null,
  };
}

async function trailingAmounts(tx: Tx, contractId: string, month: BillingMonth): Promise<string[]> {
  const rows = await tx
    .selectFrom('statement')
    .select('amount')
    .where('contract_id', '=', contractId)
    .where('month', '>=', addMonths(month, -3))
    .where('month', '<', month)
    .execute();
  return rows.map(({ amount }) => amount);
}
