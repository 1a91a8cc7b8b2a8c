import { type Decimal, formatDecimal, subtract, sum } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';

/** The parts of an available balance, as decimal strings; each liability is in exactly one of the last four. */
export interface BalanceParts {
  readonly bank: string;
  readonly voucher: string;
  readonly frozen: string;
  /** Less the credit that is carried over, so that it may be below 0. */
  readonly unbilled: string;
  readonly due: string;
  readonly overdue: string;
}

/** bank + voucher − frozen − unbilled − due − overdue, with the 8 places of the ledger. */
export function availableBalanceOf(parts: BalanceParts): string {
  const has = sum([parts.bank, parts.voucher].map(atLedgerScale));
  const owes = sum([parts.frozen, parts.unbilled, parts.due, parts.overdue].map(atLedgerScale));
  return formatDecimal(subtract(has, owes), 8);
}

/** Rated rows have 12 places; a balance shows 8, and adds up from what it shows. */
export function atLedgerScale(text: string): Decimal {
  return roundHalfUp(text, 8);
}
