import type { BankBalanceDetail } from '@usance/api/bank';
import type { Contract } from '@usance/api/contract';
import { formatMoney } from '@usance/money/display';
import type { HistoryRow } from '../../money/ledger/account-history.ts';

export type BankKind = BankBalanceDetail['type'];

/** The wire form of a movement of cash, with the bank balance after it. */
export function bankDetailOf(
  row: Omit<HistoryRow, 'kind' | 'balanceAfter'> & { kind: BankKind },
  currency: Contract['currency'],
): BankBalanceDetail {
  return {
    id: row.id,
    gmtTime: row.at.toISOString(),
    type: row.kind,
    amount: row.amount,
    amountFormatted: formatMoney(row.amount, currency),
    newBalance: row.bankAfter,
    newBalanceFormatted: formatMoney(row.bankAfter, currency),
    memo: row.memo,
  };
}

/** Holds move cash too, but not the bank balance: they are no movement here. */
export function isBankKind(kind: HistoryRow['kind']): kind is BankKind {
  return kind === 'deposit' || kind === 'deduct' || kind === 'withdraw';
}
