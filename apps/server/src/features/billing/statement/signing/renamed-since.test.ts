import { statements } from '@usance/api/billing/statement';
import { skus } from '@usance/api/metering/sku';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import {
  hourOn,
  meteredContract,
  sellCoreHours,
  sendUsage,
  usageOf,
} from '../../../metering/usage/metering.fixture.ts';

let app: TestApp;
let skuId: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-02T10:00:00Z', clickhouse: true });
  skuId = await sellCoreHours(app, 'compute.r', '2');
});
afterAll(() => app.close());

it('a month is signed with current names, even if the month before was signed with others', async () => {
  const metered = await meteredContract(app);
  const { contractId } = metered;
  await sendUsage(app, [usageOf(metered, hourOn('2026-09-10')), usageOf(metered, hourOn('2026-10-10'))]);
  const sign = async (month: string) => {
    const { statementData } = await internalCaller(app).call(statements.sign, { body: { contractId, month } });
    return statementData.skuAndAmounts.map(({ type, exactAmount }) => [type, exactAmount]);
  };
  expect(await sign('2026-09')).toEqual([['Warehouse', '2.000000000000']]);
  await internalCaller(app).call(skus.update, {
    body: { id: skuId, product: 'Compute', type: 'Lakehouse', subType: '' },
  });
  expect(await sign('2026-10')).toEqual([['Lakehouse', '2.000000000000']]);
});
