import { type Decimal, formatDecimal, subtract, sum } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';

/** The parts of an available balance, as decimal strings. Each liability is in exactly one of the last four. */
export interface BalanceParts {
  readonly bank: string;
  readonly voucher: string;
  readonly frozen: string;
  /** Reduced by the credit carried over, so it may be below 0. */
  readonly unbilled: string;
  readonly due: string;
  readonly overdue: string;
}

/** Returns bank + voucher − frozen − unbilled − due − overdue, with the ledger's 8 places. */
export function availableBalanceOf(parts: BalanceParts): string {
  const has = sum([parts.bank, parts.voucher].map(atLedgerScale));
  const owes = sum([parts.frozen, parts.unbilled, parts.due, parts.overdue].map(atLedgerScale));
  return formatDecimal(subtract(has, owes), 8);
}

/** Rounds to the 8 places of a balance, so that its shown parts add up. Rated rows have 12. */
export function atLedgerScale(text: string): Decimal {
  return roundHalfUp(text, 8);
}
