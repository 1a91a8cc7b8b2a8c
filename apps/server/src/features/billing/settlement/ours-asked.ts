import { formatDecimal, subtract } from '@usance/money/decimal';

export interface Asking {
  readonly amount: string;
  /** What of it a marketplace bills. */
  readonly marketplace_metered: string;
}

/** What of a statement's amount is ours to collect, and so our revenue; below 0 it is credit for later months. */
export function oursAsked({ amount, marketplace_metered }: Asking): string {
  return formatDecimal(subtract(amount, marketplace_metered), 8);
}
