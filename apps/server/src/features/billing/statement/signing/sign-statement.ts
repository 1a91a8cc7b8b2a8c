import { statementId } from '@usance/api/statement';
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
import { stopWaiting } from '../waiting/stop-waiting.ts';
import { bookPayable } from './book-payable.ts';
import type { Draft } from './draft-statement.ts';
import { planStatement } from './plan-statement.ts';
import { assertEarlierStillRated, type MarkedEarlier } from './rate-earlier-months.ts';
import { assertStillRated, type RatedMonth } from './rated-month.ts';
import { signableMonth } from './signable-month.ts';
import { lineRowsOf } from './statement-line-rows.ts';

/** A month as it was rated, and what was left of those before it. */
export interface RatedToSign {
  readonly rated: RatedMonth;
  readonly earlier: MarkedEarlier;
}

/**
 * Signs a month that is over, from 09:00 on the 2nd of the next: copies its lines with a digest, closes the month and
 * books what is owed, and tells people. A month beyond the safety bounds is signed into manual processing, where nothing confirms or
 * deducts it, unless it has waited for people and so been looked at. 409: too early, signed already. Throws Outdated
 * when the lines no longer hold.
 */
export async function signStatement(
  work: Work,
  contract: LockedContract,
  { month: text, rated, earlier }: RatedToSign & { month: string },
): Promise<StatementRow> {
  const { tx, now, log } = work;
  const month = await signableMonth(tx, contract, text, now);
  await assertStillRated(tx, contract, month, rated);
  await assertEarlierStillRated(tx, contract, month, earlier);
  const hasWaited = await stopWaiting(tx, contract, month);
  const { draft, row, reviewReason } = await planStatement(tx, contract, { month, rated, signedAt: now, hasWaited });
  const signed = await insertStatement(work, { id: newId(statementId), ...row });
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
