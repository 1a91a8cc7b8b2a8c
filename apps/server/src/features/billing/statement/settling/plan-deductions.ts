import { compare, decimalOf, formatDecimal, isZero, least, subtract } from '@usance/money/decimal';

/** A statement that wants cash; `undeducted` is above 0. */
export interface Wanting {
  readonly id: string;
  readonly month: string;
  readonly undeducted: string;
}

/** `settles`: nothing is left to take for it. */
export interface PlannedDeduction {
  readonly id: string;
  readonly amount: string;
  readonly settles: boolean;
}

/** What free cash pays: the oldest month first, each as far as the cash goes; a statement that gets nothing is left out. */
export function planDeductions(given: { cash: string; statements: readonly Wanting[] }): PlannedDeduction[] {
  const plan: PlannedDeduction[] = [];
  let left = decimalOf(given.cash);
  for (const { id, undeducted } of given.statements.toSorted((a, b) => (a.month < b.month ? -1 : 1))) {
    if (isZero(left)) break;
    const taken = least(left, undeducted);
    plan.push({ id, amount: formatDecimal(taken, 8), settles: compare(taken, undeducted) === 0 });
    left = subtract(left, taken);
  }
  return plan;
}
