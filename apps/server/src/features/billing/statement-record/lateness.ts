import { add, compare, type Exact, least, subtract, zero } from '@usance/money/decimal';
import type { Instant } from '@usance/period/instant';

/** An undisputed statement with its unpaid amount, above 0. */
export interface Unpaid {
  readonly undeducted: string;
  readonly overdueFrom: Instant;
  /** The last time that an ended dispute hid that it was overdue; the dispute moved its due day. */
  readonly hiddenAt: Instant | undefined;
}

/** The undisputed debt that the customer's money does not cover. */
export interface Lateness {
  /** The first time at which an uncovered statement is overdue, past or future. */
  readonly overdueFrom: Instant | undefined;
  /** The last time that an ended dispute hid that one of these was overdue. */
  readonly hiddenAt: Instant | undefined;
}

/**
 * Returns the debt beyond `covered`: the free cash, which we may deduct late, and what we owe the customer. It covers
 * the oldest statements first and counts as paid. Less than half a cent, a rest of fractional cash, is not late
 * either: it shows as 0.00.
 */
export function latenessOf(unpaid: readonly Unpaid[], covered: Exact): Lateness {
  let asked = zero;
  const late = unpaid.filter(({ undeducted }) => {
    asked = add(asked, undeducted);
    return compare(least(undeducted, subtract(asked, covered)), halfACent) >= 0;
  });
  return {
    overdueFrom: late.map(({ overdueFrom }) => overdueFrom).sort((a, b) => a - b)[0],
    hiddenAt: late.flatMap(({ hiddenAt }) => hiddenAt ?? []).sort((a, b) => b - a)[0],
  };
}

const halfACent = '0.005';
