import { dueDates } from '@usance/api/billing/due-date';
import { prices } from '@usance/api/metering/price';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { setDiscount } from '../discount/set-discount.ts';
import { pricing, version } from '../price/price.fixture.ts';
import { monthSigned } from './closed-month.fixture.ts';

let app: TestApp;
const { newSku, create, refused } = pricing(() => app);
let contractId: string;
let listed: string;
let ownId: string | undefined;
beforeAll(async () => {
  app = await startTestApp();
  ({ id: contractId } = await contract(app, { signDate: '2026-08-01T00:00:00Z' }));
  listed = await newSku();
  const { items } = await create(version(listed), version(await newSku(), { contractId }));
  ownId = items[1]?.id;
  for (const month of ['2026-08', '2026-09']) await monthSigned(app, contractId, month);
});
afterAll(() => app.close());

const agreed = (fromMonth: string) => ({ params: { id: contractId }, body: { fromMonth, dueDays: 20 } });
const signed = { code: 409, reason: 'MONTH_SIGNED', metadata: { months: '2026-09' } };

describe('after two months are signed', () => {
  it.each(['2026-08', '2026-09'])('nothing that statements stand on begins in %s', async (month) => {
    const begins = { effectiveFrom: `${month}-10T00:00:00Z` };
    expect(await refused(version(listed, { ...begins, contractId }))).toMatchObject(signed);
    expect(await refused(version(await newSku(), begins))).toMatchObject(signed);
    expect(await internalCaller(app).refusal(dueDates.create, agreed(month))).toMatchObject(signed);
  });

  it('none of several prices does, whichever of them it is', async () => {
    const own = (skuId: string, effectiveFrom: string) => version(skuId, { contractId, effectiveFrom });
    const after = own(await newSku(), '2026-10-01T00:00:00Z');
    expect(await refused(after, own(listed, '2026-09-30T23:00:00Z'))).toMatchObject(signed);
  });

  it('a price may end, and a discount begin, where they end, and no earlier', async () => {
    const params = { id: ownId ?? '' };
    const [within, atTheEnd] = ['2026-09-30T23:59:59Z', '2026-10-01T00:00:00Z'];
    const end = (effectiveTo: string) => ({ params, body: { effectiveTo } });
    expect(await internalCaller(app).refusal(prices.update, end(within))).toMatchObject(signed);
    expect(await internalCaller(app).call(prices.update, end(atTheEnd))).toMatchObject({
      effectiveTo: '2026-10-01T00:00:00.000Z',
    });
    const discount = (from: string) =>
      app.deps.db.transaction().execute((tx) => setDiscount({ tx }, { contractId, rate: '0.9', from: new Date(from) }));
    await expect(discount(within)).rejects.toMatchObject({ reason: signed.reason });
    await discount(atTheEnd);
  });

  it.each([
    ['only after them', { effectiveFrom: '2026-10-01T00:00:00Z' }],
    ['in another currency', { currency: 'CNY' as const }],
  ])('a contract is given its own price of a SKU that had one %s', async (_, given) => {
    const skuId = await newSku();
    await create(version(skuId, given));
    const { items } = await create(version(skuId, { contractId, effectiveFrom: '2026-09-10T00:00:00Z' }));
    expect(items).toMatchObject([{ contractId, effectiveTo: null }]);
  });

  it('all of it begins in the month after them', async () => {
    const begins = { effectiveFrom: '2026-10-01T00:00:00Z' };
    await create(version(await newSku(), { ...begins, contractId }), version(await newSku(), begins));
    expect(await internalCaller(app).call(dueDates.create, agreed('2026-10'))).toMatchObject({ fromMonth: '2026-10' });
  });
});
