import { availableBalances } from '@usance/api/billing/available-balance';
import { bank } from '@usance/api/billing/bank';
import { statements } from '@usance/api/billing/statement';
import type { Contract } from '@usance/api/contract/contract';
import { frozens } from '@usance/api/money/hold';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { countStatements } from '#testing/count-statements.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { getContract } from '../../contract/contract/contract.queries.ts';
import { dayRated } from '../../metering/billing-day/rated-day.fixture.ts';
import { deposited } from '../../money/ledger/ledger.fixture.ts';
import { verifyLedger } from '../../money/ledger/verify-ledger.ts';
import { costing, runAt, signed } from '../statement/statement.fixture.ts';
import { balancesIn } from './available-balance.queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-20T00:00:00Z' });
});
afterAll(async () => {
  expect(await verifyLedger(app.deps.db)).toEqual([]);
  await app.close();
});

const balanceOf = (id: string) => internalCaller(app).call(availableBalances.get, { params: { id } });
const rated = (contractId: string, day: string, amount: string) => dayRated(app, { contractId, day, amount });

describe(availableBalances.get.id, () => {
  it('is all zeros for a new contract', async () => {
    const { id } = await contract(app);
    const reader = await member(app, id, 'billing_viewer');
    expect(await reader.call(availableBalances.get, { params: { id } })).toMatchObject({
      availableBalance: '0.00000000',
      availableBalanceFormatted: '$0.00',
      state: { summary: 'normal' },
      asOf: '2026-10-20T00:00:00.000Z',
      usageThrough: null,
    });
  });

  it('counts usage until its month is signed, and its statement from then on', async () => {
    const { id } = await contract(app);
    await rated(id, '2026-09-15', '20.123456789012');
    await rated(id, '2026-10-15', '0.000000005000');
    expect(await balanceOf(id)).toMatchObject({
      availableBalance: '-20.12345679',
      state: { summary: 'overdraft' },
      details: { unbilled: '20.12345679', undeductedOverDue: '0.00000000', overdraftEnd: '2026-10-21T00:00:00Z' },
      usageThrough: '2026-10-15T10:00:00Z',
    });
    await signed(app, { contractId: id, month: '2026-09', lines: [costing('20.123456789012')] });
    expect(await balanceOf(id)).toMatchObject({
      availableBalance: '-20.12000001',
      details: { unbilled: '0.00000001', undeductedOverDue: '20.12000000' },
    });
  });

  it('separates due from overdue amounts by the end of the due day', async () => {
    const { id } = await contract(app, { dueDays: 40 });
    await signed(app, { contractId: id, month: '2026-08', lines: [costing('3')] });
    await signed(app, { contractId: id, month: '2026-09', lines: [costing('4')] });
    // Less than the overdue statement: free cash that covers it would mean it is not late.
    await deposited(app, id, '2');
    expect(await balanceOf(id)).toMatchObject({
      availableBalance: '-5.00000000',
      state: { summary: 'extensionPeriod', cause: 'overdue', t0: '2026-10-12T00:00:00Z' },
      details: {
        bankBalance: '2.00000000',
        undeductedDue: '4.00000000',
        undeductedOverDue: '3.00000000',
        extensionPeriodEnd: '2026-10-27T00:00:00Z',
        suspensionPeriodEnd: '2026-11-11T00:00:00Z',
        backupPeriodEnd: '2026-12-11T00:00:00Z',
      },
    });
  });

  it('does not count a statement as late if free cash covers it, even before it is deducted', async () => {
    const { id } = await contract(app);
    await deposited(app, id, '20');
    await signed(app, { contractId: id, month: '2026-09', lines: [costing('20')] });
    expect(await balanceOf(id)).toMatchObject({
      state: { summary: 'normal' },
      details: { undeductedOverDue: '20.00000000' },
    });
  });

  it('counts a disputed statement as frozen as far as cash covers it, and the rest as due', async () => {
    const { id } = await contract(app);
    const { id: statement } = await signed(app, { contractId: id, month: '2026-09', lines: [costing('20')] });
    await deposited(app, id, '5');
    const before = await balanceOf(id);
    const body = [{ id: statement, confirmState: 'manualProcessing' }] as const;
    await internalCaller(app).call(statements.update, { params: { id }, body: [...body] });
    const after = await balanceOf(id);
    expect(after.availableBalance).toBe(before.availableBalance);
    expect(after).toMatchObject({
      // It was overdue and is unpaid: its days stop, but stay counted.
      state: { summary: 'extensionPeriod', t0: '2026-10-08T00:00:00Z', stoppedAt: '2026-10-20T00:00:00Z' },
      details: {
        bankBalance: '5.00000000',
        frozen: '5.00000000',
        undeductedDue: '15.00000000',
        undeductedOverDue: '0.00000000',
      },
    });
    const held = await internalCaller(app).call(frozens.summary, { params: { id }, query: {} });
    expect(held.balance).toBe(after.details.frozen);
  });

  it('is normal again once a deposit has paid the overdue amount', async () => {
    const { id } = await contract(app);
    await signed(app, { contractId: id, month: '2026-09', lines: [costing('20')] });
    await runAt(app, '2026-10-20T00:00:00Z');
    // Without a credit limit a day below zero is a breach, whatever the due day.
    expect((await balanceOf(id)).state).toMatchObject({ cause: 'belowZero', t0: '2026-10-03T09:00:00Z' });
    expect((await balanceOf(id)).state.summary).toBe('suspensionPeriod');
    await internalCaller(app).call(bank.record, {
      params: { id },
      body: { type: 'deposit', amount: '20', currency: 'USD' },
    });
    expect(await balanceOf(id)).toMatchObject({ availableBalance: '0.00000000', state: { summary: 'normal' } });
  });

  it('is visible to billing readers, and not found by a stranger', async () => {
    const { id } = await contract(app);
    const builder = await member(app, id, 'dc_creator');
    expect(await builder.refusal(availableBalances.get, { params: { id } })).toMatchObject({ code: 403 });
    expect(await (await person(app)).refusal(availableBalances.get, { params: { id } })).toMatchObject({ code: 404 });
    const unknown = { params: { id: 'ct-aaaaaaaaaaaaaaaa' } };
    expect(await internalCaller(app).refusal(availableBalances.get, unknown)).toMatchObject({ code: 404 });
  });
});

describe(availableBalances.list.id, () => {
  it('lists only the contracts whose billing the caller may read', async () => {
    const { id } = await contract(app);
    const someone = await member(app, id, 'billing_admin');
    await contract(app);
    expect(await someone.call(availableBalances.list, { query: {} })).toMatchObject({
      totalSize: 1,
      items: [{ contractId: id }],
    });
    const viewer = await member(app, id, 'viewer');
    expect(await viewer.call(availableBalances.list, { query: {} })).toMatchObject({ totalSize: 0, items: [] });
  });

  it('lists all contracts for internal callers, by page', async () => {
    await contract(app);
    const page = await internalCaller(app).call(availableBalances.list, { query: { pageSize: 1 } });
    expect(page.items).toHaveLength(1);
    expect(page.totalSize).toBeGreaterThan(1);
  });
});

it('a page of balances is read by as many statements as one balance', async () => {
  const [one, ...others] = [await contract(app), await contract(app), await contract(app), await contract(app)];
  for (const { id } of others) await deposited(app, id, '10');
  const statementsFor = (contracts: readonly Contract[]) =>
    app.deps.db.transaction().execute(async (tx) => {
      const { counted, statements } = countStatements(tx);
      const rows = await Promise.all(contracts.map(({ id }) => getContract(tx, id)));
      const balances = await balancesIn(counted, rows, app.clock.now());
      expect(balances.map(({ contractId }) => contractId)).toEqual(contracts.map(({ id }) => id));
      return statements();
    });
  expect(await statementsFor(others)).toBe(await statementsFor([one]));
});

describe(availableBalances.check.id, () => {
  it.each([
    ['10', true],
    ['10.00000001', false],
  ])('compares %s with 10: %j', async (amount, sufficient) => {
    const { id } = await contract(app);
    await deposited(app, id, '10');
    const reader = await member(app, id, 'billing_viewer');
    expect(await reader.call(availableBalances.check, { params: { id }, body: { amount } })).toEqual({ sufficient });
  });

  it('refuses an invalid amount', async () => {
    const { id } = await contract(app);
    const reader = await member(app, id, 'billing_viewer');
    const refusal = await reader.refusal(availableBalances.check, { params: { id }, body: { amount: '-1' } });
    expect(refusal).toMatchObject({ code: 400, metadata: { field: 'amount' } });
  });
});
