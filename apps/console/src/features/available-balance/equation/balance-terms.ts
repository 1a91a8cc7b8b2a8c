import type { AvailableBalance } from '@usance/api/billing/available-balance';
import { add, formatDecimal, isZero } from '@usance/money/decimal';
import * as m from '../../../i18n/messages.gen.ts';

const sources = ['cash', 'voucher', 'credit', 'frozen', 'unbilled', 'due', 'overdue'] as const;
export type BalanceSource = (typeof sources)[number];

/** A term of the equation of the balance. Debts are taken off, and all others are added. */
export interface BalanceTerm {
  source: BalanceSource;
  label: string;
  amount: string;
  isOwed: boolean;
}

/**
 * Returns the terms that come to the available balance exactly. Credit is a term of its own if there is any. The usage
 * is then the whole amount, under another name than the figure `unbilled`, which is less the credit.
 */
export function balanceTerms({ details }: Pick<AvailableBalance, 'details'>): BalanceTerm[] {
  const { bankBalance, voucher, frozen, unbilled, carriedCredit, undeductedDue, undeductedOverDue } = details;
  const has = (source: BalanceSource, label: string, amount: string) => ({ source, label, amount, isOwed: false });
  const owes = (source: BalanceSource, label: string, amount: string) => ({ source, label, amount, isOwed: true });
  return [
    has('cash', m.available_balance_cash(), bankBalance),
    has('voucher', m.available_balance_voucher(), voucher),
    ...(isZero(carriedCredit) ? [] : [has('credit', m.available_balance_credit(), carriedCredit)]),
    owes('frozen', m.available_balance_frozen(), frozen),
    isZero(carriedCredit)
      ? owes('unbilled', m.available_balance_unbilled(), unbilled)
      : owes('unbilled', m.available_balance_usage(), formatDecimal(add(unbilled, carriedCredit))),
    owes('due', m.available_balance_due(), undeductedDue),
    owes('overdue', m.available_balance_overdue(), undeductedOverDue),
  ];
}
