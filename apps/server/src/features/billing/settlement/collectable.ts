import { formatDecimal, subtract } from '@usance/money/decimal';

export interface Asking {
  readonly amount: string;
  /** The part that a marketplace bills. */
  readonly marketplace_metered: string;
}

/**
 * Returns the part of a statement's amount that we collect, which is our revenue; below 0 it is credit for later
 * months.
 */
export function collectableOf({ amount, marketplace_metered }: Asking): string {
  return formatDecimal(subtract(amount, marketplace_metered), 8);
}
