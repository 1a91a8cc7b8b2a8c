import { arrears } from '@usance/api/billing/arrears';
import { availableBalances } from '@usance/api/billing/available-balance';
import { balances } from '@usance/api/billing/balance';
import { holds } from '@usance/api/money/hold';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertFollowed } from '#testing/assert-followed.ts';
import { member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { freeze } from '../../money/frozen/freeze.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import { contractInItsYear, sevenRated } from '../account-period/account-period.fixture.ts';
import { moving } from '../account-period/moving-money.ts';
import { verifyAccountPeriods } from '../account-period/verify-account-periods.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-02T10:00:00Z' });
});
afterAll(async () => {
  expect(await verifyAccountPeriods(app.deps.db)).toEqual([]);
  await assertFollowed(app);
  await app.close();
});

const recalculate = (contractId: string) => internalCaller(app).call(holds.calculate, { body: { contractId } });

describe(holds.list.id, () => {
  it('lists the holds with their causes, for billing readers', async () => {
    const { id, at, deposit, sign, update } = await contractInItsYear(app);
    await deposit('4');
    const { id: statementID } = await sign('01', '10', '02-02T10:00:00Z');
    await update(statementID, 'manualProcessing');
    const reader = await member(app, id, 'billing_viewer');
    const shown = await reader.call(holds.list, { params: { id }, query: {} });
    expect(shown).toMatchObject({
      totalSize: 1,
      items: [
        {
          cause: 'dispute',
          statementID,
          month: at('01'),
          amount: '4.00000000',
          amountFormatted: '$4.00',
          since: at('02-02T10:00:00.000Z'),
        },
      ],
    });
    await update(statementID, 'confirmed');
    expect((await reader.call(holds.list, { params: { id }, query: {} })).items).toEqual([]);
    const viewer = await member(app, id, 'viewer');
    expect(await viewer.refusal(holds.list, { params: { id }, query: {} })).toMatchObject({ reason: 'NO_PERMISSION' });
  });
});

describe(holds.calculate.id, () => {
  it('books nothing if the holds are right, however often it runs', async () => {
    const { id, deposit, sign, update } = await contractInItsYear(app);
    await deposit('4');
    await update((await sign('01', '10', '02-02T10:00:00Z')).id, 'manualProcessing');
    for (const _ of [1, 2])
      expect(await recalculate(id)).toMatchObject({ frozen: '4.00000000', difference: '0.00000000' });
    expect(await balancesOf(app.deps.db, id)).toMatchObject({ cash: '0.00000000', frozen: '4.00000000' });
  });

  it('releases cash held without a cause, and keeps that of a dispute', async () => {
    const { id, deposit, sign, update } = await contractInItsYear(app);
    await deposit('9');
    await update((await sign('01', '5', '02-02T10:00:00Z')).id, 'manualProcessing');
    const now = app.clock.now();
    await app.deps.db.transaction().execute(async (tx) => {
      const contract = await lockContract(tx, id);
      await moving({ tx, now }, contract, () => freeze(tx, contract, { amount: '3', at: now }));
    });
    expect(await recalculate(id)).toEqual({
      contractId: id,
      frozen: '5.00000000',
      frozenFormatted: '$5.00',
      difference: '-3.00000000',
      differenceFormatted: '-$3.00',
      causes: [
        {
          cause: 'correction',
          frozen: '0.00000000',
          frozenFormatted: '$0.00',
          difference: '-3.00000000',
          differenceFormatted: '-$3.00',
        },
        {
          cause: 'dispute',
          frozen: '5.00000000',
          frozenFormatted: '$5.00',
          difference: '0.00000000',
          differenceFormatted: '$0.00',
        },
      ],
    });
    expect(await balancesOf(app.deps.db, id)).toMatchObject({ cash: '4.00000000', frozen: '5.00000000' });
  });

  it('happens once for concurrent calls', async () => {
    const { id, deposit, sign, update } = await contractInItsYear(app);
    await deposit('9');
    await update((await sign('01', '5', '02-02T10:00:00Z')).id, 'manualProcessing');
    const all = await Promise.all(Array.from({ length: 8 }, () => recalculate(id)));
    expect(new Set(all.map(({ frozen }) => frozen))).toEqual(new Set(['5.00000000']));
  });
});

describe(balances.calculate.id, () => {
  it('returns the same as the balance, and stores the account period', async () => {
    const { id, at, episodes, until } = await contractInItsYear(app);
    await sevenRated(app, id, at('02-01'), at('02-02T10:00:00Z'));
    await until('02-05T00:00:00Z', { late: true });
    expect(await episodes()).toEqual([]);
    const told = await internalCaller(app).call(balances.calculate, { body: { contractId: id } });
    expect(told.state).toMatchObject({ summary: 'extensionPeriod', t0: at('02-03T10:00:00Z') });
    expect(await internalCaller(app).call(availableBalances.get, { params: { id } })).toEqual(told);
    expect(await episodes()).toEqual([['belowZero', at('02-03T10:00:00.000Z'), null]]);
  });

  it('does not find an unknown contract', async () => {
    const body = { contractId: 'ct-aaaaaaaaaaaaaaaa' };
    for (const call of [balances.calculate, holds.calculate, arrears.calculate] as const)
      expect(await internalCaller(app).refusal(call, { body })).toMatchObject({ code: 404 });
  });
});

describe('arrears', () => {
  it('are the overdue statements without a dispute, with their dates', async () => {
    const { id, at, sign, update, until } = await contractInItsYear(app);
    const first = await sign('01', '5', '02-02T10:00:00Z');
    const calculate = () => internalCaller(app).call(arrears.calculate, { body: { contractId: id } });
    const list = () => internalCaller(app).call(arrears.list, { query: { contractId: id } });
    expect(await calculate()).toMatchObject({ arrears: '0.00000000', since: null, statements: [] });
    await until('02-10T00:00:00Z');
    const since = at('02-08T00:00:00.000Z');
    expect(await calculate()).toMatchObject({ arrears: '5.00000000', arrearsFormatted: '$5.00', since });
    expect((await list()).items).toMatchObject([
      {
        statementID: first.id,
        month: at('01'),
        undeductedAmount: '5.00000000',
        dueDate: at('02-07'),
        overdueSince: since,
      },
    ]);
    const all = await internalCaller(app).call(arrears.list, { query: {} });
    expect(all.items.map(({ contractId }) => contractId)).toContain(id);
    const disputed = await sign('02', '7', '03-02T10:00:00Z');
    await update(disputed.id, 'manualProcessing');
    await until('03-20T00:00:00Z');
    expect((await list()).items).toMatchObject([{ statementID: first.id }]);
  });
});
