import type { ComparedAmounts } from '@usance/api/sale/offer-comparison';
import type { DisplayCurrency } from '@usance/money/currency';
import { compare, type Decimal, formatDecimal, parseDecimal, subtract, sum, zero } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';

/** A product's rated amount, and its amount under the offer. */
export interface ProductAmounts {
  readonly product: string;
  readonly amount: Decimal;
  readonly offerAmount: Decimal;
}

/** Pairs both amounts of each product, the largest rated amount first. */
export function comparedProducts(
  rated: ReadonlyMap<string, string>,
  offered: ReadonlyMap<string, string>,
): ProductAmounts[] {
  const products = [...new Set([...rated.keys(), ...offered.keys()])];
  return inOrder(
    products.map((product) => ({
      product,
      amount: parseDecimal(rated.get(product) ?? '0'),
      offerAmount: parseDecimal(offered.get(product) ?? '0'),
    })),
  );
}

/** Adds up the amounts of several months by product. */
export function summed(amounts: readonly ProductAmounts[]): ProductAmounts[] {
  const byProduct = Map.groupBy(amounts, ({ product }) => product);
  return inOrder(
    [...byProduct].map(([product, some]) => ({
      product,
      amount: sum(some.map(({ amount }) => amount)),
      offerAmount: sum(some.map(({ offerAmount }) => offerAmount)),
    })),
  );
}

/** Adds up all amounts, exactly. */
export function comparedAmounts(
  amounts: readonly Omit<ProductAmounts, 'product'>[],
  currency: DisplayCurrency,
): ComparedAmounts {
  const [amount, offerAmount] = [
    sum([zero, ...amounts.map((each) => each.amount)]),
    sum([zero, ...amounts.map((each) => each.offerAmount)]),
  ];
  const sums = {
    amount: formatDecimal(amount, 12),
    offerAmount: formatDecimal(offerAmount, 12),
    difference: formatDecimal(subtract(offerAmount, amount), 12),
  };
  return withFormatted(sums, currency);
}

function inOrder(amounts: readonly ProductAmounts[]): ProductAmounts[] {
  return amounts.toSorted((a, b) => compare(b.amount, a.amount) || (a.product < b.product ? -1 : 1));
}
