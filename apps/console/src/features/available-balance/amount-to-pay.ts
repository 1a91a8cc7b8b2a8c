import type { AvailableBalance } from '@usance/api/billing/available-balance';
import { add, compare, type Decimal, isNegative, negate, subtract } from '@usance/money/decimal';

/**
 * Returns the money that a contract needs now, or 0 or less. Statements need free cash, or the credit that corrections
 * will leave, while a balance below zero also counts vouchers and unbilled usage. So the result is the larger of the
 * two.
 */
export function amountToPay({ availableBalance, details }: AvailableBalance): Decimal {
  const freeCash = subtract(details.bankBalance, details.frozen);
  const willBeCredit = isNegative(details.unbilled) ? negate(details.unbilled) : '0';
  const owed = subtract(add(details.undeductedDue, details.undeductedOverDue), add(freeCash, willBeCredit));
  const missing = negate(availableBalance);
  return compare(owed, missing) > 0 ? owed : missing;
}

/** True if at least half a cent is owed: less shows as 0.00 and cannot be paid. */
export function owesMoney(balance: AvailableBalance): boolean {
  return !balance.isStudy && compare(amountToPay(balance), '0.005') >= 0;
}
