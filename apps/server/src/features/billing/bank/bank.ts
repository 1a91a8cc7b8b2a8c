import type { BankBalanceDetail } from '@usance/api/billing/bank';
import type { Currency } from '@usance/money/currency';
import { withFormatted } from '@usance/money/display';
import type { HistoryRow } from '../../money/ledger/account-history.ts';

export type BankKind = BankBalanceDetail['type'];

/** The wire form of a cash movement, with the bank balance after it. */
export function bankDetailOf(row: Omit<HistoryRow<BankKind>, 'balanceAfter'>, currency: Currency): BankBalanceDetail {
  return {
    id: row.id,
    gmtTime: row.at.toISOString(),
    type: row.kind,
    ...withFormatted({ amount: row.amount, newBalance: row.bankAfter }, currency),
    memo: row.memo,
  };
}
