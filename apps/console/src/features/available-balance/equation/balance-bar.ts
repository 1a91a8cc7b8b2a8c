import type { AvailableBalance } from '@usance/api/billing/available-balance';
import { plotValue } from '../../../ui/chart/plot/plot-value.ts';
import { type BalanceSource, balanceTerms } from './balance-terms.ts';

/** A stretch of the bar, as a share of its length from 0 to 1. */
interface BarPart {
  source: BalanceSource | 'available';
  share: number;
}

interface BarOfBalance {
  /** The debts, then the available rest. */
  parts: BarPart[];
  /** The place up to which it is covered; 1 unless more is owed than there is. */
  covered: number;
}

/**
 * Returns the proportions of a balance, for drawing alone. The bar is as long as what the customer has, or as what he
 * owes if that is more. Usage below zero counts among what he has.
 */
export function barOfBalance(balance: Pick<AvailableBalance, 'details'>): BarOfBalance {
  const terms = balanceTerms(balance).map(({ source, amount, isOwed }) => ({
    source,
    value: (isOwed ? -1 : 1) * plotValue(amount),
  }));
  const has = sumOf(terms.map(({ value }) => Math.max(value, 0)));
  const owed = terms.filter(({ value }) => value < 0).map((term) => ({ ...term, value: -term.value }));
  const owes = sumOf(owed.map(({ value }) => value));
  const length = Math.max(has, owes);
  if (length === 0) return { parts: [], covered: 1 };
  const parts: BarPart[] = owed.map(({ source, value }) => ({ source, share: value / length }));
  if (has > owes) parts.push({ source: 'available', share: (has - owes) / length });
  return { parts, covered: has / length };
}

const sumOf = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
