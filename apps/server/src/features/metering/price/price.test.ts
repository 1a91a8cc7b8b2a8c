import { createPrices, deletePrices, endPrice, listContractPrices, listPrices } from '@usance/api/price';
import { createSkus, listSkus, updateSku } from '@usance/api/sku';
import { formatDecimal } from '@usance/money/decimal';
import { instant, toRfc3339 } from '@usance/period/instant';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../testing/builders.ts';
import { internalCaller } from '../../../testing/callers.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createDatacloud } from '../../party/datacloud/create-datacloud.ts';
import { priceSegments } from './book/price-book.ts';
import { setDiscount } from './set-discount.ts';
import { installListPrices } from './shipped-list/install-list-prices.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const content = {
  product: 'Compute',
  type: 'Warehouse',
  subType: '',
  tier: '',
  resourceKind: 'warehouse',
  costKind: 'compute',
  cloudProvider: 'aws',
  region: 'us-east-1',
  edition: 'ENTERPRISE',
  unit: 'core-hour',
} as const;
const unknownSku = 'sku-aaaaaaaaaaaaaaaa';
let count = 0;

async function newSku(): Promise<string> {
  count += 1;
  const { items } = await internalCaller(app).call(createSkus, {
    body: { items: [{ ...content, billingItem: `item.${count}` }] },
  });
  return items[0]?.id ?? '';
}

const version = (skuId: string, given: Record<string, unknown> = {}) => ({
  skuId,
  currency: 'USD' as const,
  unitPrice: '0.15',
  priceUnit: 'core-hour',
  effectiveFrom: '2026-01-01T00:00:00Z',
  ...given,
});
const create = (...items: ReturnType<typeof version>[]) => internalCaller(app).call(createPrices, { body: { items } });
const refused = (...items: ReturnType<typeof version>[]) =>
  internalCaller(app).refusal(createPrices, { body: { items } });
const listed = (skuId: string) => internalCaller(app).call(listPrices, { query: { skuId } });

describe(createSkus.id, () => {
  it('answers a SKU that is there as it is, and refuses it with other content', async () => {
    const items = [{ ...content, billingItem: 'twice' }];
    const first = await internalCaller(app).call(createSkus, { body: { items } });
    const again = await internalCaller(app).call(createSkus, { body: { items: [...items, ...items] } });
    expect(again.items).toEqual([...first.items, ...first.items]);
    const other = [{ ...content, billingItem: 'twice', unit: 'hour' }];
    expect(await internalCaller(app).refusal(createSkus, { body: { items: other } })).toMatchObject({
      code: 409,
      reason: 'SKU_CONFLICT',
    });
  });

  it('finds SKUs by item, and changes only what is shown', async () => {
    const id = await newSku();
    const renamed = await internalCaller(app).call(updateSku, {
      body: { id, product: 'Renamed', type: 'Warehouse', subType: 'r' },
    });
    expect(renamed).toMatchObject({ id, product: 'Renamed', unit: 'core-hour' });
    const page = await internalCaller(app).call(listSkus, { query: { billingItem: renamed.billingItem } });
    expect(page).toMatchObject({ totalSize: 1, items: [renamed] });
    const unknown = { id: unknownSku, product: 'x', type: 'y', subType: '' };
    expect(await internalCaller(app).refusal(updateSku, { body: unknown })).toMatchObject({ code: 404 });
  });
});

describe(createPrices.id, () => {
  it('ends the open version where the new one begins', async () => {
    const sku = await newSku();
    await create(version(sku));
    await create(version(sku, { unitPrice: '0.20', effectiveFrom: '2026-03-01T00:00:00Z' }));
    const { items } = await listed(sku);
    const ranges = items.map((item) => [item.effectiveFrom, item.effectiveTo]).sort();
    expect(ranges).toEqual([
      ['2026-01-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
      ['2026-03-01T00:00:00.000Z', null],
    ]);
  });

  it('refuses any other overlap, all or none', async () => {
    const [sku, untouched] = [await newSku(), await newSku()];
    await create(version(sku, { effectiveTo: '2026-06-01T00:00:00Z' }));
    const overlapping = version(sku, { effectiveFrom: '2026-05-31T23:00:00Z' });
    expect(await refused(version(untouched), overlapping)).toMatchObject({ code: 409, reason: 'PRICE_CONFLICT' });
    expect((await listed(untouched)).totalSize).toBe(0);
  });

  it('leaves the overlap to the database, whoever writes', async () => {
    const sku = await newSku();
    await create(version(sku));
    const copy = app.deps.db
      .insertInto('price')
      .columns(['id', 'sku_id', 'currency', 'unit_price', 'list_price', 'price_unit', 'effective_from'])
      .expression((eb) =>
        eb
          .selectFrom('price')
          .select(['sku_id as id', 'sku_id', 'currency', 'unit_price', 'list_price', 'price_unit', 'effective_from'])
          .where('sku_id', '=', sku),
      );
    await expect(copy.execute()).rejects.toMatchObject({ code: '23P01' });
  });

  it.each<[string, Record<string, unknown>]>([
    ['unitPrice', { unitPrice: '1e3' }],
    ['unitPrice', { unitPrice: '-1' }],
    ['unitPrice', { unitPrice: 0.15 }],
    ['unitPrice', { unitPrice: '0.1234567890123' }],
    ['effectiveTo', { effectiveTo: '2026-01-01T00:00:00Z' }],
    ['currency', { currency: 'EUR' }],
  ])('refuses a bad %s (%j)', async (field, given) => {
    const refusal = await refused(version(await newSku(), given));
    expect(refusal).toMatchObject({ code: 400, reason: 'INVALID_PARAMETER' });
    expect(refusal.metadata['field']).toContain(field);
  });

  it('refuses an unknown SKU', async () => {
    expect(await refused(version(unknownSku))).toMatchObject({ code: 400 });
  });

  it('refuses a contract price in a currency that is not the contract’s', async () => {
    const { id: contractId } = await contract(app, { currency: 'CNY' });
    expect(await refused(version(await newSku(), { contractId }))).toMatchObject({ code: 409 });
  });
});

describe('changing a version', () => {
  it('ends it, and reopens it while nothing follows', async () => {
    const { items } = await create(version(await newSku()));
    const id = items[0]?.id ?? '';
    const set = (effectiveTo: string | null) =>
      internalCaller(app).call(endPrice, { params: { id }, body: { effectiveTo } });
    expect((await set('2026-12-01T00:00:00Z')).effectiveTo).toBe('2026-12-01T00:00:00.000Z');
    expect((await set(null)).effectiveTo).toBeNull();
    const empty = { params: { id }, body: { effectiveTo: '2026-01-01T00:00:00Z' } };
    expect(await internalCaller(app).refusal(endPrice, empty)).toMatchObject({ code: 400 });
  });

  it('deletes versions that have not begun, all or none', async () => {
    const sku = await newSku();
    const { items } = await create(version(sku), version(await newSku(), { effectiveFrom: '2027-01-01T00:00:00Z' }));
    const [begun, future] = items.map((item) => item.id);
    const both = { query: { ids: `${begun},${future}` } };
    expect(await internalCaller(app).refusal(deletePrices, both)).toMatchObject({ code: 409 });
    await internalCaller(app).call(deletePrices, { query: { ids: future ?? '' } });
    const again = { query: { ids: future ?? '' } };
    expect(await internalCaller(app).refusal(deletePrices, again)).toMatchObject({ code: 404 });
    expect((await listed(sku)).totalSize).toBe(1);
  });
});

describe(priceSegments.name, () => {
  const range = { start: instant('2026-01-01T00:00:00Z'), end: instant('2026-05-01T00:00:00Z') };

  it('lets the contract’s own price win while it holds, and multiplies by the discount of the time', async () => {
    const { id: contractId, currency } = await contract(app);
    const sku = await newSku();
    await app.deps.db.transaction().execute(async (tx) => {
      const datacloud = { contractId, name: 'priced', regionID: 'aws-us-east-1', edition: 'ENTERPRISE' } as const;
      await createDatacloud(tx, { ...datacloud, creator: 'someone' }, app.clock.now());
      await setDiscount(tx, { contractId, rate: '0.9', from: new Date('2026-04-01T00:00:00Z') });
    });
    await create(
      version(sku),
      version(sku, {
        contractId,
        unitPrice: '0.10',
        effectiveFrom: '2026-02-01T00:00:00Z',
        effectiveTo: '2026-03-01T00:00:00Z',
      }),
    );
    const { sku_no } = await app.deps.db
      .selectFrom('sku')
      .select('sku_no')
      .where('id', '=', sku)
      .executeTakeFirstOrThrow();
    const segments = await priceSegments(app.deps.db, { id: contractId, currency }, range);
    const mine = segments
      .filter((segment) => segment.skuNo === sku_no)
      .map((segment) => [toRfc3339(segment.range.start), Number(formatDecimal(segment.netPrice))]);
    expect(mine).toEqual([
      ['2026-01-01T00:00:00Z', 0.15],
      ['2026-02-01T00:00:00Z', 0.1],
      ['2026-03-01T00:00:00Z', 0.15],
      ['2026-04-01T00:00:00Z', 0.135],
    ]);
    const held = await internalCaller(app).call(listContractPrices, {
      params: { id: contractId },
      query: { skuId: sku, at: '2026-02-10T00:00:00Z' },
    });
    expect(held.items.some((item) => item.contractId === contractId)).toBe(true);
  });
});

it('installs the price list once, however often', async () => {
  const install = () =>
    app.deps.db.transaction().execute((tx) => installListPrices(tx, new Date('2025-01-01T00:00:00Z')));
  await app.deps.db.deleteFrom('price').execute();
  await install();
  const first = await internalCaller(app).call(listPrices, { query: {} });
  await install();
  expect((await internalCaller(app).call(listPrices, { query: {} })).totalSize).toBe(first.totalSize);
  expect(first.totalSize).toBeGreaterThan(3_000);
});
