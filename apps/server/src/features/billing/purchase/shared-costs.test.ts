import { availableBalances } from '@usance/api/billing/available-balance';
import { balanceWarnings } from '@usance/api/billing/balance-warning';
import { bank } from '@usance/api/billing/bank';
import { budgets } from '@usance/api/billing/budget';
import { creditLimits } from '@usance/api/billing/credit-limit';
import { explanations } from '@usance/api/billing/explanation';
import { focusExports } from '@usance/api/billing/focus-export';
import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import type { Contract } from '@usance/api/contract/contract';
import { costSharings } from '@usance/api/contract/cost-sharing';
import { discounts } from '@usance/api/metering/discount';
import { vouchers } from '@usance/api/money/voucher';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import type { Caller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';
import { october, startWithPurchases } from './purchases.fixture.ts';

let app: TestApp;
let acme: Contract;
let admin: Caller;
let reader: Caller;
beforeAll(async () => {
  ({ app, acme, reader } = await startWithPurchases());
  admin = await member(app, acme.id, 'admin');
});
afterAll(() => app.close());

const params = () => ({ id: acme.id });
const share = (shared: boolean) => admin.call(costSharings.update, { params: params(), body: { shared } });

type Asked = [name: string, ask: (caller: Pick<Caller, 'call'>, id: string) => Promise<unknown>];

const costs: readonly Asked[] = [
  [purchases.list.id, (by, id) => by.call(purchases.list, { params: { id }, query: october })],
  [
    purchases.aggBy.id,
    (by, id) => by.call(purchases.aggBy, { params: { id }, query: { ...october, aggDimensions: 'product' } }),
  ],
  [purchases.groups.id, (by, id) => by.call(purchases.groups, { params: { id }, query: october })],
  [purchases.aggBySku.id, (by, id) => by.call(purchases.aggBySku, { params: { id }, query: october })],
  [purchases.dailyAcc.id, (by, id) => by.call(purchases.dailyAcc, { params: { id }, query: october })],
  [purchases.changes.id, (by, id) => by.call(purchases.changes, { params: { id }, query: october })],
  [purchases.forecast.id, (by, id) => by.call(purchases.forecast, { params: { id }, query: {} })],
  [purchases.anomalies.id, (by, id) => by.call(purchases.anomalies, { params: { id }, query: october })],
  [purchases.distinctFields.id, (by, id) => by.call(purchases.distinctFields, { params: { id }, query: october })],
  [purchases.freshness.id, (by, id) => by.call(purchases.freshness, { params: { id } })],
  [purchases.download.id, (by, id) => by.call(purchases.download, { params: { id }, query: october })],
  [explanations.ofPurchases.id, (by, id) => by.call(explanations.ofPurchases, { params: { id }, query: october })],
];

const bills: readonly Asked[] = [
  [availableBalances.get.id, (by, id) => by.call(availableBalances.get, { params: { id } })],
  [availableBalances.runway.id, (by, id) => by.call(availableBalances.runway, { params: { id } })],
  [balanceWarnings.get.id, (by, id) => by.call(balanceWarnings.get, { params: { id } })],
  [bank.summary.id, (by, id) => by.call(bank.summary, { params: { id }, query: {} })],
  [budgets.list.id, (by, id) => by.call(budgets.list, { params: { id }, query: {} })],
  [vouchers.list.id, (by, id) => by.call(vouchers.list, { params: { id }, query: {} })],
  [creditLimits.list.id, (by, id) => by.call(creditLimits.list, { params: { id }, query: {} })],
  [discounts.list.id, (by, id) => by.call(discounts.list, { params: { id }, query: {} })],
  [statements.list.id, (by, id) => by.call(statements.list, { params: { id }, query: {} })],
];

describe.each(['dc_creator', 'viewer'] as const)('a %s', (held) => {
  it('reads costs only while the contract shares them, from one call to the next', async () => {
    const caller = await member(app, acme.id, held);
    for (const [name, ask] of costs) {
      await expect(ask(caller, acme.id), name).rejects.toThrow('403');
      await share(true);
      expect(await ask(caller, acme.id), name).toEqual(await ask(reader, acme.id));
      await share(false);
      await expect(ask(caller, acme.id), name).rejects.toThrow('403');
    }
  });

  it('never reads bills', async () => {
    const caller = await member(app, acme.id, held);
    await share(true);
    for (const [name, ask] of bills) {
      await expect(ask(caller, acme.id), name).rejects.toThrow('403');
      await ask(reader, acme.id);
    }
    const months = { fromMonth: '2026-10', toMonth: '2026-10' };
    expect(await caller.refusal(focusExports.costAndUsage, { params: params(), query: months })).toMatchObject({
      code: 403,
    });
    expect(await caller.refusal(statements.download, { params: params(), query: october })).toMatchObject({
      code: 403,
    });
    const { items } = await caller.call(availableBalances.list, { query: {} });
    expect(items).toEqual([]);
    await share(false);
  });

  it('reads no costs of another contract', async () => {
    const { id } = await contract(app);
    const caller = await member(app, id, held);
    await share(true);
    for (const [name, ask] of costs) {
      await expect(ask(caller, id), name).rejects.toThrow('403');
      await expect(ask(caller, acme.id), name).rejects.toThrow('404');
    }
    await share(false);
  });
});

describe(purchases.freshness.id, () => {
  it('tells the end of the rated usage', async () => {
    const balance = await reader.call(availableBalances.get, { params: params() });
    const { usageThrough, asOf } = await reader.call(purchases.freshness, { params: params() });
    expect({ usageThrough, asOf }).toEqual({ usageThrough: balance.usageThrough, asOf: app.clock.now().toISOString() });
    const { id } = await contract(app);
    const other = await member(app, id, 'billing_viewer');
    expect(await other.call(purchases.freshness, { params: { id } })).toMatchObject({ usageThrough: null });
  });
});
