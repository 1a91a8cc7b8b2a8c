import { parseBillingMonth } from '@usance/period/billing-month';
import { instant } from '@usance/period/instant';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { monthSigned } from '../../metering/closed-month/closed-month.fixture.ts';
import { rateDue } from '../../metering/rating/rate-due.ts';
import { meteredContract, place, sellCoreHours, sendUsage, usageOf } from '../../metering/usage/metering.fixture.ts';
import { linesOfMonth } from './month-lines.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-10-15T12:00:00Z',
    clickhouse: true,
    damaged: 'a month is signed without its digest',
  });
});
afterAll(() => app.close());

it('sums a month exactly by SKU, price, discount and kind, and by hour, late usage by its own hour, with its runs', async () => {
  await sellCoreHours(app, 'compute.r', '0.333333333333');
  const metered = await meteredContract(app);
  await monthSigned(app, metered.contractId, '2026-09');
  const hour = (day: string, from: string, to: string) => ({ start: `${day}T${from}:00Z`, end: `${day}T${to}:00Z` });
  await sendUsage(app, [
    usageOf(metered, { quantity: '1', ...hour('2026-10-01', '00:00', '01:00') }),
    usageOf(metered, { quantity: '2', ...hour('2026-10-01', '01:00', '02:00') }),
    usageOf(metered, { quantity: '5', ...hour('2026-09-20', '10:00', '10:30') }),
  ]);
  expect(await rateDue(app.deps)).toEqual({ days: 2, failed: 0 });

  const october = await linesOfMonth(app.deps, metered.contractId, parseBillingMonth('2026-10'));
  const sku = { product: 'Compute', type: 'Warehouse', subType: '', ...place, billingItem: 'compute.r' };
  const priced = {
    ...sku,
    skuNo: 1,
    consumptionUnit: 'core-hour',
    listPrice: '0.333333333333',
    priceUnit: 'core-hour',
    discount: '1',
  };
  expect(october.lines).toEqual([
    { ...priced, adjustment: false, consumption: '3', rows: 2n, amount: '0.999999999999' },
    { ...priced, adjustment: true, consumption: '5', rows: 1n, amount: '1.666666666665' },
  ]);
  expect(october.runs).toHaveLength(2);
  expect(october.hours).toEqual([
    { hour: instant('2026-09-20T10:00:00Z'), amount: '1.666666666665' },
    { hour: instant('2026-10-01T00:00:00Z'), amount: '0.333333333333' },
    { hour: instant('2026-10-01T01:00:00Z'), amount: '0.666666666666' },
  ]);
  const november = await linesOfMonth(app.deps, metered.contractId, parseBillingMonth('2026-11'));
  expect(november).toEqual({ lines: [], hours: [], runs: [] });
});
