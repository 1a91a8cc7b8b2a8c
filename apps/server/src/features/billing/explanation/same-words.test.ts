import { explanations } from '@usance/api/billing/explanation';
import { statements } from '@usance/api/billing/statement';
import { skus } from '@usance/api/metering/sku';
import { formatDecimal, sum } from '@usance/money/decimal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { coreHour } from '../../metering/sku/sku.fixture.ts';
import { hourOn, meteredContract, priceFrom, sendUsage, usageOf } from '../../metering/usage/metering.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-02T10:00:00Z', clickhouse: true });
});
afterAll(() => app.close());

it('explains each of two lines with the same words by its own rows', async () => {
  const items = ['small', 'large'].map((tier) => coreHour('explained.same', { tier }));
  const { items: sold } = await internalCaller(app).call(skus.create, { body: { items } });
  for (const { id } of sold) await priceFrom(app, id, '2', '2025-01-01T00:00:00Z');
  const metered = await meteredContract(app, 'USD', '2026-10-01T00:00:00Z');
  const used = { billingItem: 'explained.same', ...hourOn('2026-10-10') };
  await sendUsage(app, [
    usageOf(metered, { ...used, tier: 'small', quantity: '1' }),
    usageOf(metered, { ...used, tier: 'large', quantity: '3' }),
  ]);
  const body = { contractId: metered.contractId, month: '2026-10' };
  const { id: statementID, statementData } = await internalCaller(app).call(statements.sign, { body });
  const lines = statementData.skuAndAmounts;
  expect(lines.map(({ exactAmount }) => exactAmount).sort()).toEqual(['2.000000000000', '6.000000000000']);
  for (const { lineNo, exactAmount } of lines) {
    const params = { id: metered.contractId, statementID, lineNo };
    const explained = await internalCaller(app).call(explanations.ofLine, { params, query: {} });
    expect(explained.totalSize).toBe(1);
    expect(formatDecimal(sum(explained.items.map(({ amount }) => amount)), 12)).toBe(exactAmount);
  }
});
