import type { AvailableBalance } from '@usance/api/billing/available-balance';
import type { StatementSummary } from '@usance/api/billing/statement';
import { formatDecimal, isNegative, isZero, subtract, sum } from '@usance/money/decimal';

type Unpaid = Pick<StatementSummary, 'dueDate' | 'undeductedAmount' | 'overdue' | 'confirmState'>;

/** The next deduction from cash. `left` is the free cash after it and everything due before; it may be negative. */
export interface NextPayment {
  day: string;
  amount: string;
  left: string;
}

/** Returns the next deduction, or undefined if nothing will be deducted. A disputed or overdue amount has no day. */
export function nextPayment(
  unpaid: readonly Unpaid[],
  { bankBalance, frozen, undeductedOverDue }: AvailableBalance['details'],
): NextPayment | undefined {
  const coming = unpaid.filter(
    ({ undeductedAmount, overdue, confirmState }) =>
      !overdue && confirmState !== 'manualProcessing' && !isZero(undeductedAmount) && !isNegative(undeductedAmount),
  );
  const day = coming.map(({ dueDate }) => dueDate).sort()[0];
  if (day === undefined) return undefined;
  const amount = sum(coming.filter(({ dueDate }) => dueDate === day).map((each) => each.undeductedAmount));
  const left = subtract(bankBalance, sum([frozen, undeductedOverDue, amount]));
  return { day, amount: formatDecimal(amount), left: formatDecimal(left) };
}
