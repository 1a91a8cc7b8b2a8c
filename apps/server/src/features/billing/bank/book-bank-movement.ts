import type { BankBalanceDetail } from '@usance/api/billing/bank';
import { formatDecimal, negate } from '@usance/money/decimal';
import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { post } from '../../money/ledger/post.ts';
import { bankDetailOf } from './bank.ts';

interface BankMovement {
  readonly kind: 'deposit' | 'withdraw';
  /** Above 0. The caller has checked that a withdrawal takes free cash only. */
  readonly amount: string;
  readonly memo: Readonly<Record<string, string>>;
}

/** Books a deposit or a withdrawal. */
export async function bookBankMovement(
  { tx, now: at }: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  { kind, memo, ...given }: BankMovement,
): Promise<BankBalanceDetail> {
  const amount = formatDecimal(given.amount, 8);
  const opposite = formatDecimal(negate(amount));
  const [cash, bank] = kind === 'deposit' ? [amount, opposite] : [opposite, amount];
  const { postingId, bankAfter } = await post(tx, contract, {
    kind,
    at,
    memo,
    entries: [
      { account: { kind: 'cash' }, amount: cash },
      { account: { kind: 'bank' }, amount: bank },
    ],
  });
  return bankDetailOf({ id: postingId, at, kind, memo, amount, bankAfter }, contract.currency);
}
