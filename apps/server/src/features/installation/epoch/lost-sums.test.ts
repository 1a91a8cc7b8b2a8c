import { purchases } from '@usance/api/billing/purchase';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { rateDue } from '../../metering/rating/rate-due.ts';
import { meteredContract, sellCoreHours, sendUsage, usageOf } from '../../metering/usage/metering.fixture.ts';
import { assertTogether } from './epoch.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true, damaged: 'sums are taken away' });
  await sellCoreHours(app, 'compute.r', '2');
});
afterAll(() => app.close());

it('a day of an open month whose sums a power cut has lost is rated again, like one whose rows are lost', async () => {
  const metered = await meteredContract(app);
  const params = { id: metered.contractId };
  const query = { start: Date.parse('2026-10-01T00:00:00Z'), end: Date.parse('2026-11-01T00:00:00Z') };
  const shown = async () => {
    const { items } = await internalCaller(app).call(purchases.dailyAcc, { params, query });
    return items.at(-1)?.accAmount;
  };
  await sendUsage(app, [usageOf(metered)]);
  await rateDue(app.deps);
  // Asked only after the loss: an answer from before would be kept.
  await app.deps.clickhouse.command('ALTER TABLE rated_rollup DELETE WHERE true', {}, { mutations_sync: '2' });
  await assertTogether(app.deps);
  await rateDue(app.deps);
  expect(await shown()).toBe('2.00000000');
});
