import { statements } from '@usance/api/billing/statement';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { rateDue } from '../../../metering/rating/rate-due.ts';
import {
  hourOn,
  type Metered,
  meteredContract,
  sellCoreHours,
  sendUsage,
  usageOf,
} from '../../../metering/usage/metering.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-02T10:00:00Z', clickhouse: true, damaged: 'rows are taken away' });
  await sellCoreHours(app, 'compute.r', '2');
});
afterAll(() => app.close());

/** Usage that costs nothing: not charged, or taken back by a correction. */
const costless: [string, (metered: Metered) => unknown[]][] = [
  ['is not charged', (metered) => [usageOf(metered, { ...hourOn('2026-10-10'), quantity: '5', chargeable: false })]],
  [
    'was taken back',
    (metered) => [
      usageOf(metered, { ...hourOn('2026-10-10'), quantity: '5' }),
      usageOf(metered, { ...hourOn('2026-10-10'), quantity: '-5', correction: true }),
    ],
  ],
];

it.each(costless)('no month is signed without the line of usage that %s, when its sums are lost', async (_, used) => {
  const metered = await meteredContract(app, 'USD', '2026-10-01T00:00:00Z');
  await sendUsage(app, used(metered));
  await rateDue(app.deps);
  await app.deps.clickhouse.command(
    'ALTER TABLE rated_rollup DELETE WHERE contract_id = {id:String}',
    { id: metered.contractId },
    { mutations_sync: '2' },
  );
  const body = { contractId: metered.contractId, month: '2026-10' };
  const { statementData } = await internalCaller(app).call(statements.sign, { body });
  expect(statementData.skuAndAmounts.map(({ billingItem }) => billingItem)).toEqual(['compute.r']);
});
