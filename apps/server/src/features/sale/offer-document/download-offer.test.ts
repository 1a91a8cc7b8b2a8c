import { offerDocuments } from '@usance/api/sale/offer-document';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { sellCoreHours } from '../../metering/usage/metering.fixture.ts';
import { offering, seconds } from '../private-offer/private-offer.fixture.ts';

let app: TestApp;
let skuId: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2027-03-10T00:00:00Z' });
  skuId = await sellCoreHours(app, 'compute.a', '2');
});
afterAll(() => app.close());

async function offered() {
  const { id } = await contract(app, { signDate: '2027-03-01T00:00:00Z' });
  const dates = {
    effectiveDate: seconds('2027-04-01T00:00:00Z'),
    confirmationDeadline: seconds('2027-03-31T00:00:00Z'),
  };
  const { draft } = offering(app, id, { ...dates, offerItems: [{ skuId, price: '1' }] });
  return { id, poid: (await draft()).id };
}

it('is a PDF in the reader’s language, named after the offer', async () => {
  const { id, poid } = await offered();
  const viewer = await member(app, id, 'billing_viewer');
  const url = `/api/v1/contracts/${id}/private-offers/${poid}/download`;
  const got = async (language: string) => viewer.raw({ method: 'GET', url, headers: { 'accept-language': language } });
  const [en, zh] = [await got('en-US'), await got('zh-CN')];
  expect(en.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringContaining(`filename="Private offer ${poid}.pdf"`),
  });
  expect(zh.headers['content-disposition']).toContain(encodeURIComponent('专属报价'));
  for (const { rawPayload } of [en, zh]) expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(en.rawPayload.includes('/Lang (en)')).toBe(true);
  expect(zh.rawPayload.includes('/Lang (zh-CN)')).toBe(true);
});

it('is found only under its own contract', async () => {
  const [of, elsewhere] = [await offered(), await offered()];
  const refused = await internalCaller(app).refusal(offerDocuments.download, {
    params: { id: of.id, poid: elsewhere.poid },
  });
  expect(refused.reason).toBe('PRIVATE_OFFER_NOT_FOUND');
});
