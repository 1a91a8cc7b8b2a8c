import { skus } from '@usance/api/metering/sku';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { coreHour } from './sku.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const create = (billingItem: string) =>
  internalCaller(app).call(skus.create, { body: { items: [coreHour(billingItem)] } });

describe(skus.create.id, () => {
  it('returns an existing SKU, and refuses it with other content', async () => {
    const items = [coreHour('twice')];
    const first = await internalCaller(app).call(skus.create, { body: { items } });
    const again = await internalCaller(app).call(skus.create, { body: { items: [...items, ...items] } });
    expect(again.items).toEqual([...first.items, ...first.items]);
    const other = [coreHour('twice', { unit: 'hour' })];
    expect(await internalCaller(app).refusal(skus.create, { body: { items: other } })).toMatchObject({
      code: 409,
      reason: 'SKU_CONFLICT',
    });
  });
});

describe(skus.update.id, () => {
  it('finds SKUs by item, and changes only the display fields', async () => {
    const { items } = await create('renamed');
    const id = items[0]?.id ?? '';
    const renamed = await internalCaller(app).call(skus.update, {
      body: { id, product: 'Renamed', type: 'Warehouse', subType: 'r' },
    });
    expect(renamed).toMatchObject({ id, product: 'Renamed', unit: 'core-hour' });
    const page = await internalCaller(app).call(skus.list, { query: { billingItem: renamed.billingItem } });
    expect(page).toMatchObject({ totalSize: 1, items: [renamed] });
    const unknown = { id: 'sku-aaaaaaaaaaaaaaaa', product: 'x', type: 'y', subType: '' };
    expect(await internalCaller(app).refusal(skus.update, { body: unknown })).toMatchObject({ code: 404 });
  });
});
