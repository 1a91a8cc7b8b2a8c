import { roundToTotal } from '@usance/money/allocate';
import { add, type Decimal, decimalOf, formatDecimal, fromUnits, sum } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import type { MonthLine } from '../../purchase/month-lines.ts';

/** A line with its shown amount, at 2 places. */
export type ShownLine<L> = L & { readonly shownAmount: string };
export interface ShownAmounts<L> {
  /** The exact sum, 12 places. */
  readonly exactAmount: string;
  /** The sum rounded once, half up, to the cent; negative if corrections outweigh usage. Written with 8 places. */
  readonly amount: string;
  /** In the given order; their shown amounts add up to `amount`, and those of a product to the product's. */
  readonly lines: readonly ShownLine<L>[];
}

const centPlaces = 2;

/**
 * Rounds a month once and distributes the rounding by largest remainder, over its products and then over their lines,
 * so that every sum on the page equals the total.
 */
export function statementAmounts<L extends Pick<MonthLine, 'product' | 'amount'>>(
  lines: readonly L[],
): ShownAmounts<L> {
  const exact = lines.map((line) => decimalOf(line.amount));
  const exactTotal = sum(exact);
  const total = roundHalfUp(exactTotal, centPlaces);
  const products = [...new Set(lines.map((line) => line.product))];
  const linesOf = products.map((product) => lines.flatMap((line, index) => (line.product === product ? [index] : [])));
  const exactOf = linesOf.map((indexes) => indexes.map((index) => exact[index] ?? zeroCents));
  const totals = roundToTotal(
    exactOf.map((parts) => sum(parts)),
    total,
    centPlaces,
  );
  const shown = new Map<number, Decimal>();
  linesOf.forEach((indexes, product) => {
    const parts = roundToTotal(exactOf[product] ?? [], totals[product] ?? zeroCents, centPlaces);
    indexes.forEach((index, part) => {
      shown.set(index, parts[part] ?? zeroCents);
    });
  });
  return {
    exactAmount: formatDecimal(exactTotal, 12),
    amount: formatDecimal(total, 8),
    lines: lines.map((line, index) => ({ ...line, shownAmount: formatDecimal(shown.get(index) ?? zeroCents, 8) })),
  };
}

/** Returns the shown amount of each product, in the order of first appearance. */
export function productAmounts(
  lines: readonly { product: string; amount: string }[],
): { product: string; amount: string }[] {
  const totals = new Map<string, Decimal>();
  for (const { product, amount } of lines) {
    totals.set(product, add(totals.get(product) ?? zeroCents, amount));
  }
  return [...totals].map(([product, amount]) => ({ product, amount: formatDecimal(amount, 8) }));
}

const zeroCents = fromUnits(0n, centPlaces);
