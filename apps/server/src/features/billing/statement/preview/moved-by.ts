import { add, formatDecimal, isNegative, negate, subtract } from '@usance/money/decimal';
import type { Draft, MovedBefore } from '../signing/draft-statement.ts';

export const nothingYet: MovedBefore = { vouchers: new Map(), credit: '0' };

/** What vouchers and credit have come to once a drafted month is signed too. */
export function movedBy(before: MovedBefore, { amount, payments, creditApplied }: Draft): MovedBefore {
  const vouchers = new Map(before.vouchers);
  for (const payment of payments)
    if ('id' in payment)
      vouchers.set(payment.id, formatDecimal(subtract(vouchers.get(payment.id) ?? '0', payment.amount), 8));
  const left = isNegative(amount) ? negate(amount) : '0';
  return { vouchers, credit: formatDecimal(add(subtract(before.credit, creditApplied), left), 8) };
}
