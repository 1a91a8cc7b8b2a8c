import type { AvailableBalance } from '@usance/api/available-balance';
import { add, compare, type Decimal, negate, subtract } from '@usance/money/decimal';

/**
 * How much money a contract needs now; 0 or less where it needs none. Statements are paid from free cash alone, while a
 * balance below zero also counts vouchers and unbilled usage, so the larger of the two is asked for.
 */
export function amountToPay({ availableBalance, details }: AvailableBalance): Decimal {
  const freeCash = subtract(details.bankBalance, details.frozen);
  const owed = subtract(add(details.undeductedDue, details.undeductedOverDue), freeCash);
  const missing = negate(availableBalance);
  return compare(owed, missing) > 0 ? owed : missing;
}

/** Less than a coin is shown as 0.00, and nobody can send it. */
export function owesMoney(balance: AvailableBalance): boolean {
  return !balance.isStudy && compare(amountToPay(balance), '0.005') >= 0;
}
