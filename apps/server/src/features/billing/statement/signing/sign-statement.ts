import { statementId } from '@usance/api/statement';
import { isZero } from '@usance/money/decimal';
import type { BillingMonth } from '@usance/period/billing-month';
import { instantOf } from '@usance/period/instant';
import { dueTimes, statementDay } from '@usance/period/statement-calendar';
import { billingZoneOf } from '@usance/period/zone';
import type { Insertable } from 'kysely';
import type { Work } from '../../../../platform/context/context.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Database } from '../../../../platform/postgres/database.ts';
import { closeMonth } from '../../../metering/closed-month/closed-month.ts';
import { writeBack } from '../../../money/voucher/write-off.ts';
import type { LockedContract } from '../../../party/contract/contract.queries.ts';
import type { ContractRow } from '../../../party/contract/contract.ts';
import { notifyPeople } from '../../../party/notification/notify-people.ts';
import { dueDaysOf } from '../../due-date/due-date.queries.ts';
import { holdFor } from '../../statement-record/hold.ts';
import { insertLines, insertStatement } from '../../statement-record/keep-statement.ts';
import { type StatementRow, trailingAmounts } from '../../statement-record/statement.queries.ts';
import { stopWaiting } from '../waiting/stop-waiting.ts';
import { bookPayable } from './book-payable.ts';
import { cycleOf } from './cycle.ts';
import { type Draft, draftStatement } from './draft-statement.ts';
import { assertStillRated, type RatedMonth } from './rated-month.ts';
import { boundBroken } from './safety-bounds.ts';
import { signableMonth } from './signable-month.ts';
import { statementDigest } from './statement-digest.ts';
import { lineRowsOf } from './statement-line-rows.ts';

/**
 * Signs a month that is over, from 09:00 on the 2nd of the next: copies its lines with a digest, closes the month and
 * books what is owed, and tells people. A month beyond the safety bounds is signed into manual processing, where nothing confirms or
 * deducts it, unless it has waited for people and so been looked at. 409: too early, signed already. Throws Outdated
 * when the lines no longer hold.
 */
export async function signStatement(
  work: Work,
  contract: LockedContract,
  { month: text, rated }: { month: string; rated: RatedMonth },
): Promise<StatementRow> {
  const { tx, now, log } = work;
  const month = await signableMonth(tx, contract, text, now);
  await assertStillRated(tx, contract, month, rated);
  const draft = await draftStatement(tx, contract, { month, ...rated });
  const hasWaited = await stopWaiting(tx, contract, month);
  const trailing = await trailingAmounts(tx, contract.id, month);
  const { amount, lines } = draft;
  const reviewReason = hasWaited ? undefined : boundBroken({ amount, lineCount: lines.length, trailing });
  const dueDays = await dueDaysOf(tx, contract.id, month);
  const signed = await insertStatement(work, rowOf(contract, month, { draft, now, reviewReason, dueDays }));
  for (const rows of lineRowsOf(signed, draft.lines)) await insertLines(work, rows);
  await closeMonth(tx, contract, month, now);
  await writeBackPaying(work, contract, draft);
  await bookPayable(work, contract, signed, draft);
  await notifyPeople(work, contract, {
    kind: 'statement_issued',
    dedupeKey: signed.id,
    statementId: signed.id,
    month,
    payable: signed.payable,
    currency: contract.currency,
    ...(reviewReason === undefined ? { dueOn: signed.due_on } : {}),
  });
  if (reviewReason === undefined) return signed;
  log.warn({ contractId: contract.id, month, statementId: signed.id, reviewReason }, 'A statement needs a look');
  return holdFor(work, contract, signed);
}

/** What a voucher pays of a month that is signed late, or again, may have been written off since it ended. */
async function writeBackPaying(work: Work, contract: LockedContract, { payments, vouchers }: Draft): Promise<void> {
  const paying = new Set(payments.flatMap((payment) => ('id' in payment ? [payment.id] : [])));
  const lapsed = vouchers.filter(({ id, lapsed: amount }) => paying.has(id) && !isZero(amount));
  await writeBack(
    work,
    contract,
    lapsed.map(({ id, lapsed: amount }) => ({ id, amount })),
  );
}

function rowOf(
  contract: ContractRow,
  month: BillingMonth,
  { draft, now, reviewReason, dueDays }: { draft: Draft; now: Date; reviewReason: string | undefined; dueDays: number },
): Insertable<Database['statement']> {
  const zone = billingZoneOf(contract.currency);
  const { start, end } = cycleOf(month, contract.currency);
  const due = dueTimes(month, zone, { signedAt: instantOf(now), dueDays });
  return {
    contract_id: contract.id,
    id: newId(statementId),
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
    digest: statementDigest({ contractId: contract.id, month, currency: contract.currency }, draft.lines),
    exact_amount: draft.exactAmount,
    amount: draft.amount,
    voucher_deducted: draft.voucherDeducted,
    credit_applied: draft.creditApplied,
    payable: draft.payable,
    confirm_state: reviewReason === undefined ? 'unconfirmed' : 'manualProcessing',
    review_reason: reviewReason ?? null,
    disputed_at: reviewReason === undefined ? null : now,
  };
}
