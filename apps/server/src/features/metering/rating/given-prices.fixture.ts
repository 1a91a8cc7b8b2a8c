import { instant } from '@usance/period/instant';
import { compilePriceSegments } from '../price/book/price-segments.ts';

/**
 * Replaces the price book by a price that a test sets and a hook that runs in mid-rating:
 * `vi.mock('../price/book/price-book.ts', () => import('./given-prices.fixture.ts'))`. Prices have tests of their own.
 */
export const givenPrices = { perUnit: '', whileRating: async () => {} };

/** Resets the price and the hook; call before each test. */
export function pricesAsGiven(): void {
  givenPrices.perUnit = '0.333333333333';
  givenPrices.whileRating = async () => {};
}

export async function priceSegments(
  _db: unknown,
  _contract: unknown,
  window: Parameters<typeof compilePriceSegments>[1],
) {
  await givenPrices.whileRating();
  const price = {
    unitPrice: givenPrices.perUnit,
    listPrice: givenPrices.perUnit,
    priceUnit: 'USD/core-hour',
    to: null,
  };
  const from = instant('2026-01-01T00:00:00Z');
  return compilePriceSegments(
    {
      skus: new Map([[1, dimensions]]),
      prices: [{ ...price, skuNo: 1, isOwn: false, from }],
      discounts: [],
      uncharged: [],
    },
    window,
  );
}

const dimensions = {
  product: 'Compute',
  type: 'Warehouse',
  subType: '',
  billingItem: 'compute.r',
  cloudProvider: 'aws',
  region: 'us-east-1',
  edition: 'ENTERPRISE',
  consumptionUnit: 'core-hour',
};
