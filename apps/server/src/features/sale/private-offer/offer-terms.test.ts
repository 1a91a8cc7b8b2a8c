import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { skus } from '@usance/api/metering/sku';
import { privateOffers } from '@usance/api/sale/private-offer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { monthSigned } from '../../metering/closed-month/closed-month.fixture.ts';
import { coreHour } from '../../metering/sku/sku.fixture.ts';
import { sellCoreHours } from '../../metering/usage/metering.fixture.ts';
import { novemberTerms, offeringToNewContract, seconds } from './private-offer.fixture.ts';

let app: TestApp;
let skuId: string;
let unpriced: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', damaged: 'months are signed without rows' });
  skuId = await sellCoreHours(app, 'compute.r-series', '0.15');
  const { items } = await internalCaller(app).call(skus.create, { body: { items: [coreHour('compute.new')] } });
  unpriced = items[0]?.id ?? '';
});
afterAll(() => app.close());

const effectiveDate = seconds('2026-11-01T00:00:00Z');
const ladder = [
  { tierLevel: 1, minThreshold: '0', maxThreshold: '100', discountRate: '1' },
  { tierLevel: 2, minThreshold: '100', maxThreshold: '-1', discountRate: '0.9' },
];
const ofNewContract = () => offeringToNewContract(app, novemberTerms(skuId));

describe('invalid terms', () => {
  it.each([
    [{ expirationDate: effectiveDate }, 'expirationDate'],
    [{ confirmationDeadline: seconds('2026-10-15T12:00:00Z') }, 'confirmationDeadline'],
    [
      { expirationDate: seconds('2026-11-10T00:00:00Z'), confirmationDeadline: seconds('2026-11-11T00:00:00Z') },
      'confirmationDeadline',
    ],
    [{ effectiveDate: 1.5 }, 'effectiveDate'],
    [{ effectiveDate: 10 }, 'effectiveDate'],
    [{ effectiveDate: effectiveDate * 10_000 }, 'effectiveDate'],
    [{ offerItems: [] }, 'offerItems'],
    [{ tieredDiscounts: ladder }, 'tieredDiscounts'],
    [{ discountType: 'tiered' }, 'tieredDiscounts'],
    [
      { discountType: 'tiered', tieredDiscounts: [ladder[0], { ...ladder[1], minThreshold: '101' }] },
      'tieredDiscounts.1.minThreshold',
    ],
    [{ discountType: 'tiered', tieredDiscounts: [ladder[0]] }, 'tieredDiscounts.0.maxThreshold'],
    [{ channel: 'friend' }, 'channel'],
  ])('%j is refused, and %s named', async (given, field) => {
    const { refused } = await ofNewContract();
    expect(await refused(given)).toMatchObject({ code: 400, reason: 'INVALID_PARAMETER', metadata: { field } });
  });

  it('an item names a SKU that is sold to the contract, once, with a price or a discount', async () => {
    const { refused } = await ofNewContract();
    const named = async (...offerItems: object[]) => (await refused({ offerItems })).metadata['field'];
    expect(await named({ skuId })).toBe('offerItems.0.price');
    expect(await named({ skuId, price: '1', discount: '0.5' })).toBe('offerItems.0.price');
    expect(await named({ skuId, discount: '1.5' })).toBe('offerItems.0.discount');
    expect(await named({ skuId, price: '-1' })).toBe('offerItems.0.price');
    expect(await named({ skuId, price: '1' }, { skuId, price: '2' })).toBe('offerItems.1.skuId');
    expect(await named({ skuId, price: '1' }, { skuId: 'sku-aaaa', price: '2' })).toBe('offerItems.1.skuId');
    const credit = await sellCoreHours(app, 'credit', '1.2');
    expect(await named({ skuId: credit, price: '1' })).toBe('offerItems.0.skuId');
    expect(await refused({ offerItems: [{ skuId: unpriced, discount: '0.5' }] })).toMatchObject({
      code: 409,
      reason: 'PRICE_CONFLICT',
      metadata: { field: 'offerItems.0.discount', skuId: unpriced },
    });
  });

  it('an offer needs the contract’s currency, a start after the signed months, and a contract that is not over', async () => {
    const { id, refused, draft, of } = await ofNewContract();
    expect(await refused({ currency: 'CNY' })).toMatchObject({ code: 409, reason: 'CURRENCY_CONFLICT' });
    const soon = await draft({ effectiveDate: seconds('2026-09-30T23:00:00Z') });
    await monthSigned(app, id, '2026-09');
    const signed = { code: 409, reason: 'MONTH_SIGNED', metadata: { field: 'effectiveDate' } };
    expect(await refused({ effectiveDate: seconds('2026-09-30T23:59:59Z') })).toMatchObject(signed);
    expect(await internalCaller(app).refusal(privateOffers.submit, of(soon))).toMatchObject(signed);
    expect(await draft({ effectiveDate: seconds('2026-10-01T00:00:00Z') })).toMatchObject({ status: 'draft' });
    await internalCaller(app).call(contractLifecycles.create, {
      body: { contractId: id, state: 'End', reason: 'It was agreed on' },
    });
    expect(await refused({})).toMatchObject({ code: 409, reason: 'CONTRACT_STATE_CONFLICT' });
  });
});
