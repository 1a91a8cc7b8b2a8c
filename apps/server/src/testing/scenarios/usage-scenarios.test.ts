import { purchases } from '@usance/api/billing/purchase';
import { prices } from '@usance/api/metering/price';
import { tiers } from '@usance/api/metering/tier';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { storyOf } from './story.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-12-01T00:00:00Z', clickhouse: true });
});
afterAll(() => app.close());

const nothingElse = { voucher: '0.00', credit: '0.00', cash: '0.00' };

it('late usage: 3 × 2 of January that arrives in February is 6.00 of February’s 16.00', async () => {
  const story = await storyOf(app, { at: '2027-01-01T00:00:00Z' });
  await story.until('2027-01-11T00:00:00Z');
  await story.use('2027-01-10T10', '10');
  await story.until('2027-02-10T00:00:00Z');
  await story.use('2027-01-20T10', '3');
  await story.use('2027-02-09T10', '5');
  await story.until('2027-03-02T09:00:00Z');
  expect(await story.paid('2027-01')).toEqual({ amount: '20.00', payable: '20.00', ...nothingElse });
  expect(await story.paid('2027-02')).toEqual({ amount: '16.00', payable: '16.00', ...nothingElse });
  expect(await story.lines('2027-02')).toEqual(['5.00 × 2.00 × 1.00 = 10.00', '3.00 × 2.00 × 1.00 = 6.00, late']);
});

it('adjustment: 4 × 2 of January that is taken back in February leaves 10.00 − 8.00 = 2.00', async () => {
  const story = await storyOf(app, { at: '2027-04-01T00:00:00Z' });
  await story.until('2027-04-11T00:00:00Z');
  await story.use('2027-04-10T10', '10');
  await story.until('2027-05-10T00:00:00Z');
  await story.use('2027-04-10T10', '-4');
  await story.use('2027-05-09T10', '5');
  await story.until('2027-06-02T09:00:00Z');
  expect(await story.paid('2027-04')).toEqual({ amount: '20.00', payable: '20.00', ...nothingElse });
  expect(await story.paid('2027-05')).toEqual({ amount: '2.00', payable: '2.00', ...nothingElse });
  expect(await story.lines('2027-05')).toEqual(['5.00 × 2.00 × 1.00 = 10.00', '-4.00 × 2.00 × 1.00 = -8.00, late']);
});

it('a price that changes within a month: 10 × 2 before it and 10 × 3 from it on are 50.00', async () => {
  const story = await storyOf(app, { at: '2027-07-01T00:00:00Z' });
  const price = { skuId: story.skuId, contractId: story.id, currency: 'USD', priceUnit: 'core-hour' } as const;
  const body = { items: [{ ...price, unitPrice: '3', effectiveFrom: '2027-07-15T00:00:00Z' }] };
  await story.caller.call(prices.create, { body });
  await story.until('2027-07-20T00:00:00Z');
  await story.use('2027-07-14T23', '10');
  await story.use('2027-07-15T00', '10');
  await story.until('2027-08-02T09:00:00Z');
  expect(await story.paid('2027-07')).toMatchObject({ amount: '50.00' });
  expect((await story.lines('2027-07')).sort()).toEqual(['10.00 × 2.00 × 1.00 = 20.00', '10.00 × 3.00 × 1.00 = 30.00']);
});

it('a tier that is crossed within an hour: of 10 × 2, 15.00 at 1 and 5.00 at 0.5 are 17.50', async () => {
  const story = await storyOf(app, { at: '2027-09-01T00:00:00Z' });
  const ladder = [
    { tierLevel: 1, minThreshold: '0', maxThreshold: '15', discountRate: '1' },
    { tierLevel: 2, minThreshold: '15', maxThreshold: '-1', discountRate: '0.5' },
  ];
  const body = { effectiveFrom: '2027-09-01T00:00:00Z', tiers: ladder, reason: 'A scenario' };
  await story.caller.call(tiers.create, { params: story.params, body });
  await story.until('2027-09-10T00:00:00Z');
  await story.use('2027-09-09T10', '10');
  await story.until('2027-10-02T09:00:00Z');
  expect(await story.paid('2027-09')).toMatchObject({ amount: '17.50' });
  expect((await story.lines('2027-09')).sort()).toEqual(['2.50 × 2.00 × 0.50 = 2.50', '7.50 × 2.00 × 1.00 = 15.00']);
});

it('Asia/Shanghai: October ends there at 16:00 UTC, and is signed on the 2nd at 01:00 UTC', async () => {
  const story = await storyOf(app, { at: '2027-10-10T00:00:00Z', currency: 'CNY' });
  await story.until('2027-11-01T00:00:00Z');
  await story.use('2027-10-31T15', '10');
  await story.use('2027-10-31T16', '5');
  await story.until('2027-11-02T00:59:59Z');
  expect(await story.signedOnes()).toEqual([]);
  await story.until('2027-11-02T01:00:00Z');
  expect(await story.paid('2027-10')).toMatchObject({ amount: '20.00' });
  await story.until('2027-12-02T01:00:00Z');
  expect(await story.paid('2027-11')).toMatchObject({ amount: '10.00' });
});

it('year end: the last hour of a year belongs to December, the first of the next to January', async () => {
  const story = await storyOf(app, { at: '2027-12-10T00:00:00Z' });
  await story.until('2028-01-01T12:00:00Z');
  await story.use('2027-12-31T23', '10');
  await story.use('2028-01-01T00', '5');
  await story.until('2028-02-02T09:00:00Z');
  expect(await story.statement('2027-12')).toMatchObject({ statementDate: '2028-01-02', dueDate: '2028-01-07' });
  expect(await story.paid('2027-12')).toMatchObject({ amount: '20.00' });
  expect(await story.paid('2028-01')).toMatchObject({ amount: '10.00' });
});

it('leap day: 29 February is a day of its own, in February', async () => {
  const story = await storyOf(app, { at: '2028-02-10T00:00:00Z' });
  await story.until('2028-03-01T12:00:00Z');
  await story.use('2028-02-29T23', '10');
  await story.use('2028-03-01T00', '5');
  await story.until('2028-03-02T09:00:00Z');
  expect(await story.paid('2028-02')).toMatchObject({ amount: '20.00' });
  const query = { start: Date.parse('2028-02-01T00:00:00Z'), end: Date.parse('2028-03-01T00:00:00Z') };
  const { items } = await story.caller.call(purchases.dailyAcc, { params: story.params, query });
  expect([items.length, items.at(-1)]).toEqual([
    29,
    expect.objectContaining({ day: '2028-02-29', amountFormatted: '$20.00' }),
  ]);
});
