import type { BankBalanceDetail } from '@usance/api/billing/bank';
import type { withdrawals } from '@usance/api/billing/withdrawal';
import type { WriteContext } from '#platform/context/context.ts';
import type { Input } from '#platform/http/calls/verb.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { getOpenHold } from '../../money/cash-hold/cash-hold.queries.ts';
import { type CashHoldRow, memoOfHold } from '../../money/cash-hold/cash-hold.ts';
import { endHold } from '../../money/cash-hold/end-hold.ts';
import { requireSecondPerson, takesTwo } from '../../money/cash-hold/two-people.ts';
import { personOf } from '../../people/token/person-of.ts';
import { bookBankMovement } from '../bank/book-bank-movement.ts';

/**
 * Pays a withdrawal out: one posting ends its hold, the next moves the cash to the bank. Refuses with 404 an unknown
 * withdrawal. Refuses with 409 an ended one, or one above the threshold that the caller began.
 */
export async function completeWithdrawal(
  ctx: OnLocked<Pick<WriteContext, 'tx' | 'now' | 'subject' | 'twoPeopleAbove'>>,
  { params: { holdID } }: Input<typeof withdrawals.completeWithdrawal>,
): Promise<BankBalanceDetail> {
  const { contract, twoPeopleAbove } = ctx;
  const hold = await getOpenHold(ctx.tx, contract, holdID, ['withdrawal']);
  const by = await personOf(ctx);
  if (takesTwo(twoPeopleAbove, contract.currency, hold.amount)) requireSecondPerson(hold.begun_by, by);
  await endHold(ctx, contract, hold, { state: 'completed', by });
  return bookBankMovement(ctx, contract, { kind: 'withdraw', amount: hold.amount, memo: memoOf(hold) });
}

function memoOf(hold: CashHoldRow): Record<string, string> {
  const { counterpart_account_name, counterpart_account_number, counterpart_account_opening_bank } = hold;
  return {
    ...memoOfHold(hold),
    ...(counterpart_account_name !== null && { counterpartAccountName: counterpart_account_name }),
    ...(counterpart_account_number !== null && { counterpartAccountNumber: counterpart_account_number }),
    ...(counterpart_account_opening_bank !== null && {
      counterpartAccountOpeningBank: counterpart_account_opening_bank,
    }),
  };
}
