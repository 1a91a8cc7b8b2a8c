import type { CallQuery } from '@usance/api/call';
import { prices } from '@usance/api/metering/price';
import { skus } from '@usance/api/metering/sku';
import { privateOffers } from '@usance/api/sale/private-offer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { coreHour } from '../../../metering/sku/sku.fixture.ts';
import { knownBuyer, offering, seconds } from '../private-offer.fixture.ts';

let app: TestApp;
const ids = { credit: '', core: '', storage: '', far: '', onPremise: '' };
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z' });
  const { items } = await internalCaller(app).call(skus.create, {
    body: {
      items: [
        coreHour('credit', { unit: 'credit' }),
        coreHour('compute.m-series'),
        coreHour('storage', { tier: 'hot', unit: 'GB-hour', costKind: 'storage', resourceKind: 'database' }),
        coreHour('compute.m-series', { region: 'eu-west-1' }),
        coreHour('support', { cloudProvider: 'onpremise', region: 'default', unit: 'hour' }),
      ],
    },
  });
  [ids.credit = '', ids.core = '', ids.storage = '', ids.far = '', ids.onPremise = ''] = items.map(({ id }) => id);
  const listed = { effectiveFrom: '2026-01-01T00:00:00Z' };
  await internalCaller(app).call(prices.create, {
    body: {
      items: [
        { ...listed, skuId: ids.credit, currency: 'USD', unitPrice: '0.6', priceUnit: 'credit' },
        {
          ...listed,
          skuId: ids.storage,
          currency: 'CNY',
          unitPrice: '0.001',
          listPrice: '0.72',
          priceUnit: 'GB-month',
        },
      ],
    },
  });
});
afterAll(() => app.close());

describe('the items that can be offered', () => {
  const saas = (query: CallQuery<typeof privateOffers.saasItems>) =>
    internalCaller(app).call(privateOffers.saasItems, { query });
  const idsOf = ({ items }: Awaited<ReturnType<typeof saas>>) => items.map(({ skuId }) => skuId).sort();

  it('are software only for contracts with their own cloud, and everything else for others', async () => {
    const byoc = (cloudProvider: 'aws' | 'onpremise') =>
      internalCaller(app).call(privateOffers.byocItems, { query: { cloudProvider } });
    expect(await byoc('aws')).toMatchObject({
      items: [
        {
          skuId: ids.credit,
          itemType: 'byoc',
          listingPrice: '0.600000000000',
          unit: 'credit',
          creditPerCoreHour: null,
        },
      ],
    });
    expect(idsOf(await byoc('onpremise'))).toEqual([ids.onPremise]);
    expect(idsOf(await saas({ cloudProvider: 'aws' }))).toEqual([ids.core, ids.storage, ids.far].sort());
    expect(idsOf(await saas({ cloudProvider: 'onpremise' }))).toEqual([]);
  });

  it('are listed by region, with quoted and unit prices in a currency', async () => {
    expect((await saas({ cloudProvider: 'aws', region: 'eu-west-1' })).items).toMatchObject([
      { skuId: ids.far, listingPrice: null, creditPerCoreHour: '0.100000', priceUnit: 'core-hour' },
    ]);
    const { items } = await saas({ cloudProvider: 'aws', region: 'us-east-1', currency: 'CNY' });
    expect(items.find(({ skuId }) => skuId === ids.storage)).toMatchObject({
      type: 'storage',
      tier: 'hot',
      listingPrice: '0.001000000000',
      unit: 'GB-hour',
      priceUnit: 'GB-month',
    });
  });

  it.each([privateOffers.byocItems, privateOffers.saasItems])('$id needs a known cloud', async (call) => {
    for (const query of [{}, { cloudProvider: 'moon' }])
      expect(await internalCaller(app).refusal(call, { query: query as { cloudProvider: 'aws' } })).toMatchObject({
        code: 400,
        metadata: { field: 'cloudProvider' },
      });
  });

  it('are sold to a contract with its own cloud, and kept as accepted', async () => {
    const { id } = await contract(app, { serviceType: 'byoc' });
    await knownBuyer(app, id);
    const { accepted, refused } = offering(app, id, {
      effectiveDate: seconds('2026-11-01T00:00:00Z'),
      confirmationDeadline: seconds('2026-10-25T00:00:00Z'),
      offerItems: [{ skuId: ids.credit, discount: '0.5' }],
    });
    const offerItems = [{ skuId: ids.core, price: '1' }];
    expect(await refused({ offerItems })).toMatchObject({ code: 400, metadata: { field: 'offerItems.0.skuId' } });
    const offer = await accepted();
    expect(offer.offerItems).toMatchObject([{ itemType: 'byoc', price: '0.300000000000' }]);
    const process = (call: typeof privateOffers.processByoc | typeof privateOffers.processSaas) =>
      internalCaller(app).call(call, { body: {} });
    expect(await process(privateOffers.processByoc)).toEqual({
      items: [{ contractId: id, privateOfferId: offer.id, written: 0, ended: 0, unchanged: 1 }],
      refused: [],
    });
    const bare = { method: 'POST', url: '/internal/api/v1/private-offers/process-byoc-discounts' } as const;
    expect((await internalCaller(app).raw(bare)).statusCode).toBe(200);
    expect(await process(privateOffers.processSaas)).toEqual({ items: [], refused: [] });
  });
});
