import type { BankBalanceDetail, bank } from '@usance/api/bank';
import type { ParsedBody } from '@usance/api/call';
import { compare, formatDecimal, negate } from '@usance/money/decimal';
import type { Work } from '../../../platform/context/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { conflict, invalidParameter } from '../../../platform/refusal.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import { post } from '../../money/ledger/post.ts';
import type { LockedContract } from '../../party/contract/contract.queries.ts';
import type { OnLocked } from '../../party/contract/locked.ts';
import { deductDue } from '../statement/settling/deduct-due.ts';
import { bankDetailOf } from './bank.ts';

type Transaction = ParsedBody<typeof bank.record>;

/**
 * Books money that came in or went out, and lets a deposit pay what is due, oldest first. 400: at a time that is still to
 * come; 409: another currency than the
 * contract's, or a withdrawal of more than is free: held cash stays.
 */
export async function recordBankTransaction(
  ctx: OnLocked<Pick<Work, 'tx' | 'now'>>,
  { body }: { body: Transaction },
): Promise<BankBalanceDetail> {
  const { tx, now: at, contract } = ctx;
  const { currency } = contract;
  if (body.currency !== currency)
    throw conflict('CURRENCY_CONFLICT', `This contract is kept in ${currency}.`, { field: 'currency' });
  if (body.gmtTransacted !== undefined && Date.parse(body.gmtTransacted) > at.getTime())
    throw invalidParameter('gmtTransacted', 'This is still to come.');
  if (body.type === 'withdraw') await assertFree(tx, contract, body.amount);
  const kind = body.type;
  const amount = formatDecimal(body.amount, 8);
  const opposite = formatDecimal(negate(amount));
  const [cash, bank] = kind === 'deposit' ? [amount, opposite] : [opposite, amount];
  const memo = memoOf(body);
  const { postingId, bankAfter } = await post(tx, contract, {
    kind,
    at,
    memo,
    entries: [
      { account: { kind: 'cash' }, amount: cash },
      { account: { kind: 'bank' }, amount: bank },
    ],
  });
  if (kind === 'deposit') await deductDue(ctx, contract);
  return bankDetailOf({ id: postingId, at, kind, memo, amount, bankAfter }, currency);
}

async function assertFree(tx: Tx, contract: LockedContract, amount: string): Promise<void> {
  const { cash } = await balancesOf(tx, contract.id);
  if (compare(amount, cash) > 0)
    throw conflict('BANK_BALANCE_CONFLICT', 'This is more than the cash that is not held.', {
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
