import { purchases } from '@usance/api/billing/purchase';
import { prices } from '@usance/api/metering/price';
import { skus } from '@usance/api/metering/sku';
import { plusDays24h, toRfc3339 } from '@usance/period/instant';
import { setDiscount } from '../apps/server/src/features/metering/discount/set-discount.ts';
import { hashTotalSql } from '../apps/server/src/features/metering/usage/moving/hash-total.ts';
import { internalCaller } from '../apps/server/src/testing/callers.ts';
import type { TestApp } from '../apps/server/src/testing/test-app.ts';
import { datacloudIds, month, skuCount, syntheticSku } from './synthetic-usage.ts';

/** Sells the synthetic SKUs to the contract: two versions of each price within the month, and a discount. */
export async function sellSyntheticSkus(app: TestApp, contractId: string): Promise<void> {
  const caller = internalCaller(app);
  const sold = Array.from({ length: skuCount }, (_, index) => {
    const { consumptionUnit: unit, ...shown } = syntheticSku(index + 1);
    return { ...shown, tier: '', resourceKind: 'warehouse', costKind: 'compute', unit } as const;
  });
  const { items } = await caller.call(skus.create, { body: { items: sold } });
  const versionOf = (skuId: string, unitPrice: string, effectiveFrom: string) =>
    ({ skuId, currency: 'USD', unitPrice, priceUnit: 'USD/GB-month', effectiveFrom }) as const;
  const first = toRfc3339(month.start);
  const change = toRfc3339(plusDays24h(month.start, 15));
  for (const [digits, from] of [['0003', first] as const, ['0009', change] as const]) {
    const versions = items.map(({ id }, index) =>
      versionOf(id, `0.0421${String(index).padStart(4, '0')}${digits}`, from),
    );
    await caller.call(prices.create, { body: { items: versions } });
  }
  await app.deps.db
    .insertInto('datacloud')
    .values(sold.slice(0, datacloudIds.length - 1).map((sku, index) => datacloudAt(contractId, sku, index)))
    .execute();
  const discount = { contractId, rate: '0.850001', from: new Date(month.start) };
  await app.deps.db.transaction().execute((tx) => setDiscount({ tx }, discount));
}

/** Inserts the filled-in usage into PostgreSQL, as its acknowledgement would have done. */
export async function acknowledgeUsage({ deps }: TestApp, contractId: string): Promise<void> {
  const stored = await deps.clickhouse.query<{ day: string; rows: string; quantity: string }>(
    `SELECT toString(toDate(bill_at)) AS day, count() AS rows, sum(quantity) AS quantity
     FROM usage_record WHERE contract_id = {contractId:String} GROUP BY day ORDER BY day`,
    { contractId },
  );
  const batches = await deps.clickhouse.query<{ batch_no: string; id: string; rows: number; hash_total: string }>(
    `SELECT batch_no, batch_id AS id, toUInt32(count()) AS rows, ${hashTotalSql} AS hash_total
     FROM usage_record WHERE contract_id = {contractId:String} GROUP BY batch_no, batch_id`,
    { contractId },
  );
  const [batch, now] = [{ contract_id: contractId, month: '2026-01', payload: null }, deps.clock.now()];
  await deps.db
    .insertInto('usage_batch')
    .values(batches.map((each) => ({ ...batch, ...each, accepted_at: now, moved_at: now })))
    .execute();
  const days = stored.map(({ day, rows, quantity }) => ({ contract_id: contractId, day, rows, quantity }));
  await deps.db.insertInto('usage_day').values(days).execute();
}

/** Rates the whole month by the internal call. */
export async function rateWholeMonth(app: TestApp, contractId: string): Promise<{ rows: number; amount: string }> {
  const body = { contractId, start: toRfc3339(month.start), end: toRfc3339(month.end) };
  return internalCaller(app).call(purchases.calculate, { body });
}

function datacloudAt(
  contractId: string,
  sku: Pick<ReturnType<typeof syntheticSku>, 'edition' | 'cloudProvider' | 'region'>,
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
