import { prices } from '@usance/api/metering/price';
import { skus } from '@usance/api/metering/sku';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { coreHour } from '../sku/sku.fixture.ts';
import { pricing, version } from './price.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-20T12:30:00Z' });
});
afterAll(() => app.close());
const { create } = pricing(() => app);

const inTokyo = { regionID: 'aws-ap-northeast-1', edition: 'ENTERPRISE' } as const;
async function sold(billingItem: string, given: object = {}): Promise<string> {
  const item = coreHour(billingItem, { region: 'ap-northeast-1', ...given });
  const { items } = await internalCaller(app).call(skus.create, { body: { items: [item] } });
  return items[0]?.id ?? '';
}

describe(prices.inRegion.id, () => {
  it('is the list price of this hour in the region, the edition and the contract’s currency', async () => {
    const { id } = await contract(app);
    const [here, critical, elsewhere] = [
      await sold('quoted.here'),
      await sold('quoted.critical', { edition: 'BUSINESSCRITICAL' }),
      await sold('quoted.elsewhere', { region: 'us-west-2' }),
    ];
    await create(
      version(here, { unitPrice: '0.15', effectiveTo: '2026-10-20T13:00:00Z' }),
      version(here, { unitPrice: '0.25', effectiveFrom: '2026-10-20T13:00:00Z' }),
      version(here, { unitPrice: '1.1', currency: 'CNY' }),
      version(here, { unitPrice: '0.05', contractId: id }),
      version(critical),
      version(elsewhere),
    );
    const viewer = await member(app, id, 'viewer');
    const quoted = () => viewer.call(prices.inRegion, { params: { id }, query: inTokyo });
    const now = { skuId: here, billingItem: 'quoted.here', product: 'Compute', type: 'Warehouse', currency: 'USD' };
    expect((await quoted()).items).toEqual([
      expect.objectContaining({ ...now, listPriceFormatted: '$0.15000000', priceUnit: 'core-hour' }),
    ]);
    app.clock.moveTo('2026-10-20T13:00:00Z');
    expect((await quoted()).items).toMatchObject([{ skuId: here, listPriceFormatted: '$0.25000000' }]);
  });

  it('is told to members of the contract alone, and of known regions', async () => {
    const { id } = await contract(app);
    const [creator, stranger] = [await member(app, id, 'dc_creator'), await person(app)];
    const asked = (regionID: string) => ({ params: { id }, query: { ...inTokyo, regionID } });
    expect(await creator.call(prices.inRegion, asked('azure-eastus'))).toEqual({ items: [] });
    expect(await creator.refusal(prices.inRegion, asked('mars-1'))).toMatchObject({
      code: 400,
      metadata: { field: 'regionID' },
    });
    expect(await stranger.refusal(prices.inRegion, asked('azure-eastus'))).toMatchObject({ code: 404 });
  });
});
