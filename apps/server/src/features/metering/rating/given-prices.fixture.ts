import { instant } from '@usance/period/instant';
import { compilePriceSegments } from '../price/book/price-segments.ts';

/**
 * Prices have tests of their own; here they are a table that the test changes, and a place to act in mid-run. It stands
 * in for the price book: `vi.mock('../price/book/price-book.ts', () => import('./given-prices.fixture.ts'))`.
 */
export const givenPrices = { perUnit: '', whileRating: async () => {} };

/** As every test begins. */
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
