import { discounts } from '@usance/api/metering/discount';
import { prices } from '@usance/api/metering/price';
import { type OfferComparison, offerComparisons } from '@usance/api/sale/offer-comparison';
import { formatDecimal, fromUnits, sum } from '@usance/money/decimal';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { rateDue } from '../../metering/rating/rate-due.ts';
import {
  type Metered,
  meteredContract,
  sellCoreHours,
  sendUsage,
  usageOf,
} from '../../metering/usage/metering.fixture.ts';
import { knownBuyer, offering, seconds } from '../private-offer/private-offer.fixture.ts';

const begun = '2027-01-01T00:00:00Z';
let app: TestApp;
let skuIds: Readonly<Record<'compute' | 'memory', string>>;
beforeAll(async () => {
  app = await startTestApp({ now: '2027-06-10T00:00:00Z', clickhouse: true });
  skuIds = {
    compute: await sellCoreHours(app, 'compare.compute', '2'),
    memory: await sellCoreHours(app, 'compare.memory', '0.333333333333'),
  };
});
afterAll(() => app.close());

const caller = () => internalCaller(app);
const dates = { effectiveDate: seconds(begun), confirmationDeadline: seconds('2027-06-20T00:00:00Z') };

/** A contract since January, with half price from March on, for which memory costs 0.25. */
async function withTerms(): Promise<Metered> {
  const metered = await meteredContract(app, 'USD', begun);
  const { contractId } = metered;
  const half = { zhekou: '0.5', start: '2027-03-01T00:00:00Z', reason: 'test' };
  await caller().call(discounts.create, { params: { id: contractId }, body: half });
  const own = {
    contractId,
    skuId: skuIds.memory,
    currency: 'USD',
    unitPrice: '0.25',
    priceUnit: 'USD/core-hour',
  } as const;
  await caller().call(prices.create, { body: { items: [{ ...own, effectiveFrom: begun }] } });
  return metered;
}

interface Used {
  readonly item: 'compute' | 'memory';
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly quantity: string;
}

function sent(metered: Metered, used: readonly Used[]) {
  const records = used.map(({ item, month, day, hour, quantity }) => {
    const at = `2027-0${month}-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}`;
    const hours = { start: `${at}:00:00Z`, end: `${at}:59:00Z` };
    return usageOf(metered, {
      billingItem: `compare.${item}`,
      ...hours,
      quantity,
      correction: quantity.startsWith('-'),
    });
  });
  return sendUsage(app, records);
}

function compared(id: string, poid: string): Promise<OfferComparison> {
  return caller().call(offerComparisons.get, { params: { id, poid } });
}

it('returns both amounts and their difference by month and product', async () => {
  const metered = await withTerms();
  const { contractId: id } = metered;
  await sent(metered, [
    { item: 'compute', month: 2, day: 3, hour: 1, quantity: '10' },
    { item: 'compute', month: 4, day: 3, hour: 1, quantity: '10' },
    { item: 'memory', month: 4, day: 3, hour: 2, quantity: '8' },
    { item: 'compute', month: 6, day: 3, hour: 1, quantity: '99' },
  ]);
  await rateDue(app.deps);
  const { draft } = offering(app, id, { ...dates, offerItems: [{ skuId: skuIds.compute, price: '0.9' }] });
  const reader = await member(app, id, 'billing_viewer');
  const params = { id, poid: (await draft()).id };
  const reply = await reader.call(offerComparisons.get, { params });
  // February: 10 × 2 and 10 × 0.9. April: 10 × 2 × 0.5 + 8 × 0.25 and 10 × 0.9 + 8 × 0.25. June is not over.
  expect(
    reply.months.map(({ month, amount, offerAmount, difference }) => [month, amount, offerAmount, difference]),
  ).toEqual([
    ['2027-01', '0.000000000000', '0.000000000000', '0.000000000000'],
    ['2027-02', '20.000000000000', '9.000000000000', '-11.000000000000'],
    ['2027-03', '0.000000000000', '0.000000000000', '0.000000000000'],
    ['2027-04', '12.000000000000', '11.000000000000', '-1.000000000000'],
    ['2027-05', '0.000000000000', '0.000000000000', '0.000000000000'],
  ]);
  expect(reply).toMatchObject({
    amountFormatted: '$32.00',
    offerAmountFormatted: '$20.00',
    differenceFormatted: '-$12.00',
  });
  expect(reply.products).toHaveLength(1);
});

it('returns the usage so far for a contract in its first month', async () => {
  const metered = await meteredContract(app, 'USD', '2027-06-01T00:00:00Z');
  await sent(metered, [{ item: 'compute', month: 6, day: 3, hour: 1, quantity: '10' }]);
  await rateDue(app.deps);
  const { draft } = offering(app, metered.contractId, {
    ...dates,
    effectiveDate: seconds('2027-07-01T00:00:00Z'),
    confirmationDeadline: seconds('2027-06-30T00:00:00Z'),
    offerItems: [{ skuId: skuIds.compute, discount: '0.5' }],
  });
  const reply = await compared(metered.contractId, (await draft()).id);
  expect(reply.months).toMatchObject([
    { month: '2027-06', isRunning: true, amount: '20.000000000000', offerAmount: '10.000000000000' },
  ]);
});

it('marks months with unrated usage, which only the offer’s amount includes', async () => {
  const metered = await withTerms();
  await sent(metered, [{ item: 'compute', month: 2, day: 3, hour: 1, quantity: '10' }]);
  await rateDue(app.deps);
  await sent(metered, [{ item: 'compute', month: 4, day: 3, hour: 1, quantity: '10' }]);
  const { draft } = offering(app, metered.contractId, {
    ...dates,
    offerItems: [{ skuId: skuIds.compute, price: '1' }],
  });
  const { id } = await draft();
  const told = async () =>
    (await compared(metered.contractId, id)).months
      .filter(({ offerAmount }) => offerAmount !== '0.000000000000')
      .map(({ month, amountFormatted, offerAmountFormatted, waitsForRating }) => [
        month,
        amountFormatted,
        offerAmountFormatted,
        waitsForRating,
      ]);
  expect(await told()).toEqual([
    ['2027-02', '$20.00', '$10.00', false],
    ['2027-04', '$0.00', '$10.00', true],
  ]);
  await rateDue(app.deps);
  expect((await told()).at(-1)).toEqual(['2027-04', '$10.00', '$10.00', false]);
});

it('refuses an offer of another contract', async () => {
  const metered = await withTerms();
  const { draft } = offering(app, metered.contractId, {
    ...dates,
    offerItems: [{ skuId: skuIds.compute, price: '1' }],
  });
  const other = await withTerms();
  const params = { id: other.contractId, poid: (await draft()).id };
  expect(await caller().refusal(offerComparisons.get, { params })).toMatchObject({ reason: 'PRIVATE_OFFER_NOT_FOUND' });
});

const quantities = fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 3_000_000 })).map(([isBack, thousandths]) => {
  return formatDecimal(fromUnits(BigInt(isBack ? -thousandths : thousandths), 3));
});
const usages = fc.record<Used>({
  item: fc.constantFrom('compute', 'memory'),
  month: fc.integer({ min: 1, max: 5 }),
  day: fc.integer({ min: 1, max: 28 }),
  hour: fc.integer({ min: 0, max: 23 }),
  quantity: quantities,
});
const ladders = fc.option(
  fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 901, max: 5_000 })).map(([low, high]) => [
    { tierLevel: 1, minThreshold: '0', maxThreshold: String(low), discountRate: '1' },
    { tierLevel: 2, minThreshold: String(low), maxThreshold: String(high), discountRate: '0.777777' },
    { tierLevel: 3, minThreshold: String(high), maxThreshold: '-1', discountRate: '0.5' },
  ]),
  { nil: undefined },
);

it('equals the rating of a contract that has accepted the offer, to the last place', { timeout: 300_000 }, async () => {
  const given = fc.record({
    used: fc.array(usages, { minLength: 1, maxLength: 25, size: 'max' }),
    tiers: ladders,
    rate: fc.integer({ min: 1, max: 999_999 }),
  });
  await fc.assert(
    fc.asyncProperty(given, async ({ used, tiers, rate }) => {
      const item = { skuId: skuIds.compute, discount: `0.${String(rate).padStart(6, '0')}` };
      const terms = {
        ...dates,
        offerItems: [item],
        ...(tiers && { discountType: 'tiered' as const, tieredDiscounts: tiers }),
      };
      const [asks, accepts] = [await withTerms(), await withTerms()];
      for (const each of [asks, accepts]) await sent(each, used);
      await knownBuyer(app, accepts.contractId);
      await offering(app, accepts.contractId, terms).accepted();
      await rateDue(app.deps);
      const { id } = await offering(app, asks.contractId, terms).draft();
      const asked = await compared(asks.contractId, id);
      const rated = await compared(accepts.contractId, (await offering(app, accepts.contractId, terms).draft()).id);
      expect(asked.months.map(({ month, offerAmount }) => [month, offerAmount])).toEqual(
        rated.months.map(({ month, amount }) => [month, amount]),
      );
      // A comparison with an offer that is accepted already shows no difference.
      expect(rated.difference).toBe('0.000000000000');
      expect(formatDecimal(sum(asked.months.map(({ offerAmount }) => offerAmount)), 12)).toBe(asked.offerAmount);
    }),
    { numRuns: 6 },
  );
});
