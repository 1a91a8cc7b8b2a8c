import { prices } from '@usance/api/metering/price';
import { skus } from '@usance/api/metering/sku';
import { internalCaller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';
import { coreHour } from '../sku/sku.fixture.ts';

let count = 0;

/** A list price of 0.15 USD from 2026 on. A test overrides the fields that matter to it. */
export const version = (skuId: string, given: Record<string, unknown> = {}) => ({
  skuId,
  currency: 'USD' as const,
  unitPrice: '0.15',
  priceUnit: 'core-hour',
  effectiveFrom: '2026-01-01T00:00:00Z',
  ...given,
});
type Version = ReturnType<typeof version>;

/** Helpers that call the price API of the test's installation. */
export function pricing(app: () => TestApp) {
  const listed = (skuId: string) => internalCaller(app()).call(prices.list, { query: { skuId } });
  return {
    listed,
    newSku: async (): Promise<string> => {
      count += 1;
      const { items } = await internalCaller(app()).call(skus.create, {
        body: { items: [coreHour(`item.${count}`)] },
      });
      return items[0]?.id ?? '';
    },
    create: (...items: Version[]) => internalCaller(app()).call(prices.create, { body: { items } }),
    refused: (...items: Version[]) => internalCaller(app()).refusal(prices.create, { body: { items } }),
    /** Unit price, first day and end day of each version of a SKU. */
    rangesOf: async (skuId: string) => {
      const { items } = await listed(skuId);
      return items
        .map((item) => [item.unitPrice, item.effectiveFrom.slice(0, 10), item.effectiveTo?.slice(0, 10)] as const)
        .sort((a, b) => (a[1] < b[1] ? -1 : 1));
    },
  };
}
