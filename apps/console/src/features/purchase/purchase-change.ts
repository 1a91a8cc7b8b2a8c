import { compare, formatDecimal, isNegative, isZero, negate, subtract } from '@usance/money/decimal';
import * as m from '../../i18n/messages.gen.ts';
import { shareOf } from '../../ui/chart/share.ts';

export interface SpelledChange {
  direction: 'up' | 'down' | 'level';
  text: string;
}

/**
 * Returns the change of an amount from the earlier period, such as "12.4% more than Oct 1 – 21", computed exactly,
 * with one decimal. Without an earlier charge there is no percentage, so it returns undefined.
 */
export function changeOf(amount: string, before: string, period: string): SpelledChange | undefined {
  if (isZero(before) || isNegative(before)) return undefined;
  const direction = compare(amount, before);
  if (direction === 0) return { direction: 'level', text: m.purchase_change_level({ period }) };
  const difference = subtract(amount, before);
  const percent = shareOf(formatDecimal(direction > 0 ? difference : negate(difference)), before);
  return direction > 0
    ? { direction: 'up', text: m.purchase_change_more({ percent, period }) }
    : { direction: 'down', text: m.purchase_change_less({ percent, period }) };
}

/** Returns the first day with the largest amount; undefined if no day has an amount above 0. */
export function highestDay<Row extends { amount: string }>(rows: readonly Row[]): Row | undefined {
  let highest: Row | undefined;
  for (const row of rows) {
    if (compare(row.amount, highest?.amount ?? '0') > 0) highest = row;
  }
  return highest;
}
