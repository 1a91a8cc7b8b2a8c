import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { meteredContract, sellCoreHours, sendUsage, usageOf } from '../metering.fixture.ts';
import { wrongBatches } from './wrong-batches.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ clickhouse: true, damaged: 'usage is lost' });
  await sellCoreHours(app, 'compute.r', '0.5');
});
afterAll(() => app.close());

it('batches far apart, since those between were deleted, are measured without what lies between', async () => {
  const metered = await meteredContract(app);
  await sendUsage(app, [usageOf(metered)]);
  await app.ownerScript(`select nextval('usage_batch_batch_no_seq') from generate_series(1, 100)`);
  for (const quantity of ['2', '3']) await sendUsage(app, [usageOf(metered, { quantity })]);
  await app.deps.clickhouse.command('ALTER TABLE usage_record DELETE WHERE quantity = 3', {}, { mutations_sync: '2' });
  const query = vi.spyOn(app.deps.clickhouse, 'query');
  const wrong: unknown[] = [];
  for await (const batch of wrongBatches(app.deps, {}, 2)) wrong.push(batch);
  expect(wrong).toMatchObject([{ rows: 1, stored: 0 }]);
  const spans = query.mock.calls.map(([, params]) => Number(params?.['until']) - Number(params?.['from']));
  expect(Math.max(...spans)).toBeLessThanOrEqual(20);
});
