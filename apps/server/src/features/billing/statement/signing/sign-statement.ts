import { statementId } from '@usance/api/billing/statement';
import { isZero } from '@usance/money/decimal';
import type { Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import type { LockedContract } from '../../../contract/contract/contract.queries.ts';
import { notifyPeople } from '../../../contract/notification/notify-people.ts';
import { closeMonth } from '../../../metering/closed-month/closed-month.ts';
import { writeBack } from '../../../money/voucher/write-off.ts';
import { holdFor } from '../../statement-record/hold.ts';
import { insertLines, insertStatement } from '../../statement-record/keep-statement.ts';
import type { StatementRow } from '../../statement-record/statement.queries.ts';
import { payByCredit } from '../settling/pay-by-credit.ts';
import { stopWaiting } from '../waiting/postpone.ts';
import { bookPayable } from './book-payable.ts';
import type { Draft } from './draft-statement.ts';
import { assertEarlierStillRated, type RatedThroughMonth } from './month/rate-through-month.ts';
import { assertStillRated } from './month/rated-month.ts';
import { assertSignable } from './month/signable-month.ts';
import { planStatement } from './plan-statement.ts';
import { lineRowsOf } from './statement-line-rows.ts';

/**
 * Signs a past month, from 09:00 on the 2nd of the next: copies its lines with a digest, closes the month, books the
 * debt and notifies members. The credit that it leaves pays other statements. A month beyond the safety bounds goes to
 * manual processing, unless an operator has reviewed it. Refuses with 409 if it is too early or already signed. Throws
 * Outdated if the lines no longer hold.
 */
export async function signStatement(
  work: Work,
  contract: LockedContract,
  { month, rated, earlier }: RatedThroughMonth,
): Promise<StatementRow> {
  const { tx, now, log } = work;
  await assertSignable(tx, contract, month, now);
  await assertStillRated(tx, contract, month, rated);
  await assertEarlierStillRated(tx, contract, month, earlier);
  const hasWaited = await stopWaiting(tx, contract, month);
  const { draft, row, reviewReason } = await planStatement(tx, contract, { month, rated, signedAt: now, hasWaited });
  const signed = await insertStatement(work, { id: newId(statementId), ...row });
  for (const rows of lineRowsOf(signed, draft.lines)) await insertLines(work, rows);
  await closeMonth(tx, contract, month, now);
  await writeBackPaying(work, contract, draft);
  await bookPayable(work, contract, signed, draft);
  await payByCredit(work, contract);
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
  log.warn({ contractId: contract.id, month, statementId: signed.id, reviewReason }, 'a statement needs a review');
  return holdFor(work, contract, signed);
}

/** Restores voucher amounts that were written off after the voucher ended but pay a month signed late or again. */
async function writeBackPaying(work: Work, contract: LockedContract, { payments, vouchers }: Draft): Promise<void> {
  const paying = new Set(payments.flatMap((payment) => ('id' in payment ? [payment.id] : [])));
  const lapsed = vouchers.filter(({ id, lapsed: amount }) => paying.has(id) && !isZero(amount));
  await writeBack(
    work,
    contract,
    lapsed.map(({ id, lapsed: amount }) => ({ id, amount })),
  );
}
