import { compare, decimalOf, formatDecimal, isZero, least, subtract } from '@usance/money/decimal';

/** A statement to deduct cash for; `undeducted` is above 0. */
export interface Wanting {
  readonly id: string;
  readonly month: string;
  readonly undeducted: string;
}

/** `settles` is true if nothing remains to deduct. */
export interface PlannedDeduction {
  readonly id: string;
  readonly amount: string;
  readonly settles: boolean;
}

/** Plans how free cash pays statements, oldest month first; those that get nothing are left out. */
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
