import { contractArchives } from '@usance/api/installation/contract-archive';
import { prices } from '@usance/api/metering/price';
import { tiers } from '@usance/api/metering/tier';
import { privateOffers } from '@usance/api/sale/private-offer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { sellCoreHours } from '../../metering/usage/metering.fixture.ts';
import { knownBuyer, offering, seconds } from '../../sale/private-offer/private-offer.fixture.ts';
import { verifyOffers } from '../../sale/private-offer/verify-offers.ts';

let from: TestApp;
let to: TestApp;
beforeAll(async () => {
  from = await startTestApp({ now: '2026-08-10T00:00:00Z' });
  to = await startTestApp({ now: '2026-08-10T00:00:00Z' });
});
afterAll(async () => {
  await from.close();
  await to.close();
});

it('offers travel with their terms and answers, and give the same prices', async () => {
  const skuId = await sellCoreHours(from, 'compute.r', '0.15');
  await sellCoreHours(to, 'compute.r', '0.15');
  const { id } = await contract(from);
  await knownBuyer(from, id);
  const { accepted, draft, withdraw } = offering(from, id, {
    effectiveDate: seconds('2026-08-01T00:00:00Z'),
    confirmationDeadline: seconds('2026-09-01T00:00:00Z'),
    discountType: 'tiered',
    tieredDiscounts: [{ tierLevel: 1, minThreshold: '0', maxThreshold: '-1', discountRate: '0.9' }],
    offerItems: [{ skuId, discount: '0.8' }],
  });
  await withdraw(await accepted());
  await accepted({ effectiveDate: seconds('2026-08-05T00:00:00Z') });
  await draft();
  const params = { id };
  const body = await internalCaller(from).call(contractArchives.export, { params, query: { leaveUsage: false } });
  await internalCaller(to).call(contractArchives.import, { body });
  const seen = async (app: TestApp) => {
    const { privateOffers: offers } = await internalCaller(app).call(privateOffers.list, { params, query: {} });
    const held = await internalCaller(app).call(prices.contractList, { params, query: {} });
    return {
      // SKUs and people differ between the installations.
      offers: offers.map(({ creator, approver, offerItems, ...offer }) => ({
        ...offer,
        offerItems: offerItems.map(({ skuId: _, ...item }) => item),
      })),
      prices: held.items.map(({ skuId: _, ...price }) => price),
      tiers: (await internalCaller(app).call(tiers.list, { params, query: {} })).items,
      wrong: await verifyOffers(app.deps.db),
    };
  };
  expect(await seen(to)).toEqual(await seen(from));
  expect(await seen(to)).toMatchObject({
    offers: expect.arrayContaining([expect.objectContaining({ status: 'accepted' })]),
    prices: [{ unitPrice: '0.120000000000', origin: { kind: 'offer' } }],
    wrong: [],
  });
});
