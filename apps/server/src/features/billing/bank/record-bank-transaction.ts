import type { BankBalanceDetail, bank } from '@usance/api/billing/bank';
import type { ParsedBody } from '@usance/api/call';
import { compare } from '@usance/money/decimal';
import type { WriteContext } from '#platform/context/context.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { conflict, invalidParameter } from '#platform/refusal.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { type AmountByCurrency, takesTwo } from '../../money/cash-hold/two-people.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import { deductDue } from '../statement/settling/deduct-due.ts';
import { bookBankMovement } from './book-bank-movement.ts';

type Transaction = ParsedBody<typeof bank.record>;

/**
 * Books a deposit or a withdrawal; a deposit then pays due statements, oldest first. Refuses with 400 a future time.
 * Refuses with 409 another currency, more than the free cash, or a withdrawal above the threshold, which needs two
 * people.
 */
export async function recordBankTransaction(
  ctx: OnLocked<Pick<WriteContext, 'tx' | 'now' | 'twoPeopleAbove'>>,
  { body }: { body: Transaction },
): Promise<BankBalanceDetail> {
  const { tx, now, contract, twoPeopleAbove } = ctx;
  const { type: kind, amount } = body;
  const { currency } = contract;
  if (body.currency !== currency)
    throw conflict('CURRENCY_CONFLICT', `This contract is kept in ${currency}.`, { field: 'currency' });
  if (body.gmtTransacted !== undefined && Date.parse(body.gmtTransacted) > now.getTime())
    throw invalidParameter('gmtTransacted', 'This time is in the future.');
  if (kind === 'withdraw') {
    refuseAlone(twoPeopleAbove, contract, amount);
    await assertFree(tx, contract, amount);
  }
  const booked = await bookBankMovement(ctx, contract, { kind, amount, memo: memoOf(body) });
  if (kind === 'deposit') await deductDue(ctx, contract);
  return booked;
}

function refuseAlone(twoPeopleAbove: AmountByCurrency, { currency }: LockedContract, amount: string): void {
  if (takesTwo(twoPeopleAbove, currency, amount))
    throw conflict('SECOND_PERSON_REQUIRED', 'Begin this withdrawal, and have another person complete it.', {
      field: 'amount',
    });
}

async function assertFree(tx: Tx, contract: LockedContract, amount: string): Promise<void> {
  const { cash } = await balancesOf(tx, contract.id);
  if (compare(amount, cash) > 0)
    throw conflict('BANK_BALANCE_CONFLICT', 'This is more than the free cash.', {
      field: 'amount',
      available: cash,
    });
}

function memoOf(transaction: Transaction): Record<string, string> {
  const { counterpartAccountName, counterpartAccountNumber, counterpartAccountOpeningBank, gmtTransacted } =
    transaction;
  return {
    ...(counterpartAccountName === undefined ? {} : { counterpartAccountName }),
    ...(counterpartAccountNumber === undefined ? {} : { counterpartAccountNumber }),
    ...(counterpartAccountOpeningBank === undefined ? {} : { counterpartAccountOpeningBank }),
    ...(gmtTransacted === undefined ? {} : { gmtTransacted: new Date(gmtTransacted).toISOString() }),
  };
}
