import { frozens } from '@usance/api/money/hold';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { deposited } from '../ledger/ledger.fixture.ts';
import { balancesOf } from '../ledger/ledger.queries.ts';
import { verifyLedger } from '../ledger/verify-ledger.ts';
import { freeze, unfreeze } from './freeze.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  expect(await verifyLedger(app.deps.db)).toEqual([]);
  await app.close();
});

const hold = (verb: typeof freeze, contractId: string, amount: string) =>
  app.deps.db
    .transaction()
    .execute(async (tx) => verb(tx, await lockContract(tx, contractId), { amount, at: app.clock.now(), memo: {} }));

/** 10 in cash, of which 3 and 4 were held and 2 released. */
async function held() {
  const { id } = await contract(app);
  await deposited(app, id, '10');
  await hold(freeze, id, '3');
  await hold(freeze, id, '4');
  await hold(unfreeze, id, '2');
  return { id, params: { id }, reader: await member(app, id, 'billing_viewer') };
}

describe('a hold', () => {
  it('leaves the bank balance as it is', async () => {
    const { id } = await held();
    expect(await balancesOf(app.deps.db, id)).toMatchObject({
      cash: '5.00000000',
      frozen: '5.00000000',
      bank: '10.00000000',
    });
  });

  it('cannot exceed the free cash, nor its release the held cash', async () => {
    const { id } = await held();
    await expect(hold(freeze, id, '5.00000001')).rejects.toMatchObject({ status: 409, reason: 'FROZEN_CONFLICT' });
    await expect(hold(unfreeze, id, '5.00000001')).rejects.toMatchObject({ status: 409, reason: 'FROZEN_CONFLICT' });
    await hold(freeze, id, '5');
    await hold(unfreeze, id, '10');
    expect((await balancesOf(app.deps.db, id)).cash).toBe('10.00000000');
  });
});

describe(frozens.details.id, () => {
  it('shows each hold and release with the total after it', async () => {
    const { reader, params } = await held();
    const { items } = await reader.call(frozens.details, { params, query: {} });
    const none: object = { searchParam: '{"types":[]}' };
    expect((await reader.call(frozens.details, { params, query: none })).items).toEqual(items);
    expect(items.map(({ type, amountFormatted, newBalance }) => [type, amountFormatted, newBalance])).toEqual([
      ['unfrozen', '$2.00', '5.00000000'],
      ['frozen', '$4.00', '7.00000000'],
      ['frozen', '$3.00', '3.00000000'],
    ]);
  });

  it('filters, orders and pages', async () => {
    const { id } = await held();
    const query = { types: 'frozen', orderBy: 'amount', ordering: 'asc', pageSize: 1, pageNum: 2 } as const;
    const page = await internalCaller(app).call(frozens.details, { params: { id }, query });
    expect(page).toMatchObject({ totalSize: 2, items: [{ amount: '4.00000000' }] });
  });
});

describe(frozens.summary.id, () => {
  it('sums a range, and returns the amount held now whatever the range', async () => {
    const { reader, params } = await held();
    const all = await reader.call(frozens.summary, { params, query: {} });
    expect(all).toMatchObject({ frozenAmount: '7.00000000', unfrozenAmount: '2.00000000', balance: '5.00000000' });
    const none = await reader.call(frozens.summary, { params, query: { end: Date.UTC(2000, 0) } });
    expect(none).toMatchObject({ frozenAmount: '0.00000000', unfrozenAmountFormatted: '$0.00', balance: '5.00000000' });
  });

  it('needs a role that may read billing', async () => {
    const { id } = await contract(app);
    const viewer = await member(app, id, 'viewer');
    expect(await viewer.refusal(frozens.summary, { params: { id } })).toMatchObject({ code: 403 });
    expect(await viewer.refusal(frozens.details, { params: { id } })).toMatchObject({ code: 403 });
  });
});
