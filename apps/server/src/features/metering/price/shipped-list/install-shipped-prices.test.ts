import { prices } from '@usance/api/metering/price';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { installShippedPrices } from './install-shipped-prices.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('installs the price list once, however often', async () => {
  const install = () =>
    app.deps.db.transaction().execute((tx) => installShippedPrices({ tx }, new Date('2025-01-01T00:00:00Z')));
  await install();
  const first = await internalCaller(app).call(prices.list, { query: {} });
  await install();
  expect((await internalCaller(app).call(prices.list, { query: {} })).totalSize).toBe(first.totalSize);
  expect(first.totalSize).toBeGreaterThan(3_000);
});
