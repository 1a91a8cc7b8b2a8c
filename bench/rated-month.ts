import { createPrices } from '@usance/api/price';
import { calculatePurchases } from '@usance/api/purchase';
import { createSkus } from '@usance/api/sku';
import { plusDays24h, toRfc3339 } from '@usance/period/instant';
import { setDiscount } from '../apps/server/src/features/metering/price/set-discount.ts';
import { internalCaller } from '../apps/server/src/testing/callers.ts';
import type { TestApp } from '../apps/server/src/testing/test-app.ts';
import { datacloudIds, dimensionsOf, month, skuCount } from './synthetic-usage.ts';

/** Sells the synthetic SKUs to the contract: two versions of each price within the month, and a discount. */
export async function sellSyntheticSkus(app: TestApp, contractId: string): Promise<void> {
  const caller = internalCaller(app);
  const skus = Array.from({ length: skuCount }, (_, index) => {
    const { consumptionUnit: unit, ...shown } = dimensionsOf(index + 1);
    return { ...shown, tier: '', resourceKind: 'warehouse', costKind: 'compute', unit } as const;
  });
  const { items } = await caller.call(createSkus, { body: { items: skus } });
  const versionOf = (skuId: string, unitPrice: string, effectiveFrom: string) =>
    ({ skuId, currency: 'USD', unitPrice, priceUnit: 'USD/GB-month', effectiveFrom }) as const;
  const first = toRfc3339(month.start);
  const change = toRfc3339(plusDays24h(month.start, 15));
  for (const [digits, from] of [['0003', first] as const, ['0009', change] as const]) {
    const prices = items.map(({ id }, index) =>
      versionOf(id, `0.0421${String(index).padStart(4, '0')}${digits}`, from),
    );
    await caller.call(createPrices, { body: { items: prices } });
  }
  await app.deps.db
    .insertInto('datacloud')
    .values(skus.slice(0, datacloudIds.length - 1).map((sku, index) => datacloudAt(contractId, sku, index)))
    .execute();
  const discount = { contractId, rate: '0.850001', from: new Date(month.start) };
  await app.deps.db.transaction().execute((tx) => setDiscount(tx, discount));
}

/** Rates the month by the internal call, the whole of it. */
export async function rateMonth(app: TestApp, contractId: string): Promise<{ rows: number; amount: string }> {
  const body = { contractId, start: toRfc3339(month.start), end: toRfc3339(month.end) };
  return internalCaller(app).call(calculatePurchases, { body });
}

function datacloudAt(
  contractId: string,
  sku: Pick<ReturnType<typeof dimensionsOf>, 'edition' | 'cloudProvider' | 'region'>,
  index: number,
) {
  return {
    contract_id: contractId,
    id: datacloudIds[index] ?? '',
    name: `cloud_${index}`,
    state: 'RUNNING',
    edition: sku.edition,
    cloud: sku.cloudProvider,
    region: sku.region,
    region_id: `${sku.cloudProvider}-${sku.region}`,
    region_name: sku.region,
    region_url: 'https://example.com',
    creator: 'bench',
    created_at: new Date(month.start),
  } as const;
}
