import type { BankBalanceDetail, recordBankTransaction as recordBankTransactionCall } from '@usance/api/bank';
import type { ParsedBody } from '@usance/api/call';
import { compare, formatDecimal, negate, parseDecimal } from '@usance/money/decimal';
import type { Tx } from '../../../platform/postgres/database.ts';
import { conflict } from '../../../platform/refusal.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import { post } from '../../money/ledger/post.ts';
import { lockContract } from '../../party/contract/contract.queries.ts';
import { deductDue } from '../statement/settling/deduct-due.ts';
import { bankDetailOf } from './bank-detail.ts';

/**
 * Books money that came in or went out, and lets a deposit pay what is due, oldest first. 409: another currency than the
 * contract's, or a withdrawal of more than is free: held cash stays.
 */
export async function recordBankTransaction(
  tx: Tx,
  input: ParsedBody<typeof recordBankTransactionCall> & { contractId: string },
  now: Date,
): Promise<BankBalanceDetail> {
  const { contractId, type, currency } = input;
  const contract = await lockContract(tx, contractId);
  if (currency !== contract.currency)
    throw conflict('CURRENCY_CONFLICT', `This contract is kept in ${contract.currency}.`, { field: 'currency' });
  if (type === 'withdraw') await assertFree(tx, contractId, input.amount);
  const amount = formatDecimal(parseDecimal(input.amount), 8);
  const opposite = formatDecimal(negate(parseDecimal(amount)));
  const [cash, bank] = type === 'deposit' ? [amount, opposite] : [opposite, amount];
  const memo = memoOf(input);
  const { postingId, bankAfter } = await post(tx, {
    contractId,
    currency,
    kind: type,
    at: now,
    memo,
    entries: [
      { account: { kind: 'cash' }, amount: cash },
      { account: { kind: 'bank' }, amount: bank },
    ],
  });
  if (type === 'deposit') await deductDue(tx, contractId, now);
  return bankDetailOf({ id: postingId, at: now, kind: type, memo, amount, bankAfter }, currency);
}

async function assertFree(tx: Tx, contractId: string, amount: string): Promise<void> {
  const { cash } = await balancesOf(tx, contractId);
  if (compare(parseDecimal(amount), parseDecimal(cash)) > 0)
    throw conflict('BANK_BALANCE_CONFLICT', 'This is more than the cash that is not held.', {
      field: 'amount',
      available: cash,
    });
}

function memoOf(input: ParsedBody<typeof recordBankTransactionCall>): Record<string, string> {
  const { counterpartAccountName, counterpartAccountNumber, counterpartAccountOpeningBank, gmtTransacted } = input;
  return {
    ...(counterpartAccountName === undefined ? {} : { counterpartAccountName }),
    ...(counterpartAccountNumber === undefined ? {} : { counterpartAccountNumber }),
    ...(counterpartAccountOpeningBank === undefined ? {} : { counterpartAccountOpeningBank }),
    ...(gmtTransacted === undefined ? {} : { gmtTransacted: new Date(gmtTransacted).toISOString() }),
  };
}
