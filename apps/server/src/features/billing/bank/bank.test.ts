import { bank } from '@usance/api/billing/bank';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock.ts';
import { contract, member, person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp, testToken } from '#testing/test-app.ts';
import { buildApp } from '../../../app.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { freeze } from '../../money/frozen/freeze.ts';
import { verifyLedger } from '../../money/ledger/verify-ledger.ts';
import { costing, runAt, signed } from '../statement/statement.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-07T12:00:00Z' });
});
afterAll(async () => {
  expect(await verifyLedger(app.deps.db)).toEqual([]);
  await app.close();
});

const record = (id: string, type: 'deposit' | 'withdraw', amount: string, more: object = {}) =>
  internalCaller(app).call(bank.record, {
    params: { id },
    body: { type, amount, currency: 'USD', ...more },
  });
const refused = (id: string, body: object) => internalCaller(app).refusal(bank.record, { params: { id }, body });
const bankOf = (id: string) => internalCaller(app).call(bank.balance, { params: { id }, query: {} });

/** 30 in, 20 deducted for a statement of 20, 5 out, then 1 in. */
async function moved() {
  const { id } = await contract(app);
  await signed(app, { contractId: id, month: '2026-09', lines: [costing('20')] });
  await runAt(app, '2026-10-07T00:00:00Z');
  await record(id, 'deposit', '30');
  await record(id, 'withdraw', '5');
  await record(id, 'deposit', '1');
  const reader = await member(app, id, 'billing_viewer');
  return { id, reader, params: { id } };
}

/** Deposits on another server of the installation, whose clock is a second behind. */
async function paidASecondBehind(id: string, amount: string): Promise<void> {
  const clock = new ManualClock(new Date(app.clock.now().getTime() - 1_000));
  const options = { version: 'test', internalToken: testToken, strict: true, trustProxy: [] };
  const server = { ...app, ...(await buildApp({ ...app.deps, clock }, options)), clock };
  const body = { type: 'deposit', amount, currency: 'USD' } as const;
  await internalCaller(server).call(bank.record, { params: { id }, body });
}

describe(bank.record.id, () => {
  it('returns the movement with the new balance and the bank’s details', async () => {
    const { id } = await contract(app);
    const detail = await record(id, 'deposit', '1234.5', {
      counterpartAccountName: 'Acme Ltd',
      gmtTransacted: '2026-10-06T10:00:00+08:00',
    });
    expect(detail).toMatchObject({
      type: 'deposit',
      gmtTime: '2026-10-07T12:00:00.000Z',
      amount: '1234.50000000',
      amountFormatted: '$1,234.50',
      newBalance: '1234.50000000',
      memo: { counterpartAccountName: 'Acme Ltd', gmtTransacted: '2026-10-06T02:00:00.000Z' },
    });
    const { items } = await internalCaller(app).call(bank.transactions, { params: { id }, query: {} });
    expect(items).toEqual([detail]);
  });

  it.each(['0.00000001', '99999999999999.99999999'])('stores %s to the last digit', async (amount) => {
    const { id } = await contract(app);
    await record(id, 'deposit', amount);
    expect((await bankOf(id)).balance).toBe(amount);
  });

  it('pays due statements with a deposit, and no others', async () => {
    const { id, reader, params } = await moved();
    expect((await bankOf(id)).balance).toBe('6.00000000');
    const { items } = await reader.call(bank.details, { params, query: { types: 'deduct' } });
    expect(items).toMatchObject([{ type: 'deduct', amount: '20.00000000', newBalance: '10.00000000' }]);
    expect(items[0]?.memo).toMatchObject({ statementStart: '2026-09-01T00:00:00.000Z' });
  });

  it('lets a withdrawal take all free cash, but not more', async () => {
    const { id } = await contract(app);
    await record(id, 'deposit', '10');
    await app.deps.db
      .transaction()
      .execute(async (tx) => freeze(tx, await lockContract(tx, id), { amount: '4', at: app.clock.now() }));
    expect(await refused(id, { type: 'withdraw', amount: '6.00000001', currency: 'USD' })).toMatchObject({
      code: 409,
      reason: 'BANK_BALANCE_CONFLICT',
      metadata: { field: 'amount', available: '6.00000000' },
    });
    await record(id, 'withdraw', '6');
    expect(await bankOf(id)).toMatchObject({ balance: '4.00000000', frozen: '4.00000000' });
  });

  it('refuses the other currency', async () => {
    const { id } = await contract(app);
    expect(await refused(id, { type: 'deposit', amount: '1', currency: 'CNY' })).toMatchObject({
      code: 409,
      reason: 'CURRENCY_CONFLICT',
    });
  });

  it.each([
    '1e3',
    '1.123456789',
    '-0',
    'NaN',
    'Infinity',
    '1e400',
    '1,000',
    '-5',
    '0',
    '0.00',
    '',
    ' 1',
    1,
    null,
    '+1',
  ])('refuses %j as an amount and moves nothing', async (amount) => {
    const { id } = await contract(app);
    expect(await refused(id, { type: 'deposit', amount, currency: 'USD' })).toMatchObject({
      code: 400,
      metadata: { field: 'amount' },
    });
    expect((await bankOf(id)).balance).toBe('0.00000000');
  });

  it.each([
    ['currency', { currency: 'EUR' }],
    ['type', { type: 'deduct' }],
    ['gmtTransacted', { gmtTransacted: 'yesterday' }],
    ['gmtTransacted', { gmtTransacted: '1999-12-31T23:59:59Z' }],
    ['gmtTransacted', { gmtTransacted: '2099-01-01T00:00:00Z' }],
  ])('refuses a wrong %s and names it', async (field, wrong) => {
    const { id } = await contract(app);
    const body = { type: 'deposit', amount: '1', currency: 'USD', ...wrong };
    expect(await refused(id, body)).toMatchObject({ code: 400, metadata: { field } });
  });

  it('does not find an unknown contract', async () => {
    const body = { type: 'deposit', amount: '1', currency: 'USD' };
    expect(await refused('ct-aaaaaaaaaaaaaaaa', body)).toMatchObject({ code: 404, reason: 'CONTRACT_NOT_FOUND' });
  });

  it('moves money once for one Idempotency-Key, however often it is sent', async () => {
    const { id } = await contract(app);
    const input = {
      params: { id },
      body: { type: 'deposit', amount: '7', currency: 'USD' },
      headers: { 'idempotency-key': `deposit-${id}` },
    } as const;
    const sent = [1, 2, 3].map(() => internalCaller(app).call(bank.record, input));
    expect(new Set((await Promise.all(sent)).map((detail) => detail.id)).size).toBe(1);
    expect((await bankOf(id)).balance).toBe('7.00000000');
  });
});

describe(bank.details.id, () => {
  it('shows movements of one instant in reverse order of booking', async () => {
    const { reader, params } = await moved();
    const page = await reader.call(bank.details, { params, query: {} });
    expect(page.totalSize).toBe(4);
    expect(page.items.map(({ type, newBalance }) => [type, newBalance])).toEqual([
      ['deposit', '6.00000000'],
      ['withdraw', '5.00000000'],
      ['deduct', '10.00000000'],
      ['deposit', '30.00000000'],
    ]);
  });

  it.each<[object, string[]]>([
    [{ orderBy: 'amount', ordering: 'asc' }, ['1', '5', '20', '30']],
    [{ orderBy: 'amount' }, ['30', '20', '5', '1']],
    [{ sorter: '{"amount":"ascend"}' }, ['1', '5', '20', '30']],
    [{ searchParam: '{"sorter":{"amount":"desc"},"pageSize":2}' }, ['30', '20']],
    [{ types: 'deposit,withdraw', ordering: 'asc' }, ['30', '5', '1']],
    [{ searchParam: '{"types":["withdraw"]}' }, ['5']],
    [{ searchParam: '{"types":[]}' }, ['1', '5', '20', '30']],
    [{ pageSize: 3, pageNum: 2 }, ['30']],
    [{ pageNum: 9 }, []],
    [{ start: Date.parse('2026-10-07T12:00:00Z'), ordering: 'asc' }, ['30', '20', '5', '1']],
    [{ start: Date.parse('2026-10-07T12:00:00.001Z') }, []],
    [{ end: Date.parse('2026-10-07T12:00:00Z') }, []],
  ])('returns %j', async (query, amounts) => {
    const { reader, params } = await moved();
    const page = await reader.call(bank.details, { params, query });
    expect(page.items.map((item) => Number(item.amount))).toEqual(amounts.map(Number));
  });

  it.each([{ orderBy: 'amount;--' }, { ordering: 'ASC' }, { types: 'frozen' }, { pageSize: 0 }, { start: 'x' }])(
    'refuses %j and names the field',
    async (query) => {
      const { reader, params } = await moved();
      const refusal = await reader.refusal(bank.details, { params, query });
      expect(refusal).toMatchObject({ code: 400 });
      expect(refusal.metadata['field']?.split('.')[0]).toBe(Object.keys(query)[0]);
    },
  );
});

describe(bank.summary.id, () => {
  it('sums deposits, deductions and withdrawals of the given types', async () => {
    const { reader, params } = await moved();
    const all = await reader.call(bank.summary, { params, query: {} });
    expect(all).toMatchObject({
      depositAmount: '31.00000000',
      deductAmountFormatted: '$20.00',
      withdrawAmount: '5.00000000',
    });
    const some = await reader.call(bank.summary, { params, query: { types: 'withdraw' } });
    expect(some).toMatchObject({ depositAmount: '0.00000000', withdrawAmount: '5.00000000' });
    const none: object = { searchParam: '{"types":[]}' };
    expect(await reader.call(bank.summary, { params, query: none })).toEqual(all);
  });
});

describe(bank.transactions.id, () => {
  it('lists deposits, deductions and withdrawals, or those of a type', async () => {
    const { reader, params } = await moved();
    const all = await reader.call(bank.transactions, { params, query: {} });
    expect(all.items.map((item) => item.type)).toEqual(['deposit', 'withdraw', 'deduct', 'deposit']);
    const taken = await reader.call(bank.transactions, { params, query: { types: 'deduct' } });
    expect(taken).toMatchObject({ items: [{ type: 'deduct', amount: '20.00000000' }], totalSize: 1 });
  });
});

describe(bank.balance.id, () => {
  it('can be asked as of an earlier instant', async () => {
    const { reader, params } = await moved();
    const at = (end: string) => reader.call(bank.balance, { params, query: { end: String(Date.parse(end)) } });
    expect(await at('2026-10-07T12:00:00.001Z')).toMatchObject({ balance: '6.00000000', frozen: '0.00000000' });
    expect(await at('2026-10-07T12:00:00Z')).toMatchObject({ balance: '0.00000000', balanceFormatted: '$0.00' });
    const searchParam: object = { searchParam: JSON.stringify({ end: Date.parse('2026-10-07T12:00:00.001Z') }) };
    expect(await reader.call(bank.balance, { params, query: searchParam })).toMatchObject({ balance: '6.00000000' });
  });
});

describe.each([bank.balance, bank.days, bank.summary, bank.details, bank.transactions])('$id', (call) => {
  it('is refused without a billing role, and not found by a stranger', async () => {
    const { id } = await contract(app);
    const builder = await member(app, id, 'dc_creator');
    expect(await builder.refusal(call, { params: { id } })).toMatchObject({ code: 403 });
    expect(await (await person(app)).refusal(call, { params: { id } })).toMatchObject({ code: 404 });
  });
});

it('each balance of the cash account follows from the one before, and the last is the current one', async () => {
  const { id } = await contract(app);
  await record(id, 'deposit', '10');
  await paidASecondBehind(id, '20');
  const { items } = await internalCaller(app).call(bank.details, { params: { id }, query: {} });
  expect(items.map(({ newBalance }) => newBalance)).toEqual(['30.00000000', '10.00000000']);
  expect((await bankOf(id)).balance).toBe('30.00000000');
});

describe(bank.days.id, () => {
  it('has the cash at the end of each of 90 days of the billing zone, today as it is now', async () => {
    const { id } = await contract(app, { currency: 'CNY' });
    const reader = await member(app, id, 'billing_viewer');
    const cashIn = (amount: string) =>
      internalCaller(app).call(bank.record, { params: { id }, body: { type: 'deposit', amount, currency: 'CNY' } });
    const days = async () => (await reader.call(bank.days, { params: { id } })).items;
    await cashIn('10');
    const [first, today] = [(await days()).at(0), (await days()).at(-1)];
    expect(first).toMatchObject({ day: '2026-07-10', balance: '0.00000000' });
    expect(today).toMatchObject({ day: '2026-10-07', balance: '10.00000000', balanceFormatted: '￥10.00' });
    app.clock.moveTo('2026-10-07T15:59:59Z');
    await cashIn('2');
    app.clock.moveTo('2026-10-08T16:00:00Z');
    await cashIn('0.5');
    await app.deps.db
      .transaction()
      .execute(async (tx) => freeze(tx, await lockContract(tx, id), { amount: '4', at: app.clock.now() }));
    const all = await days();
    expect(all.length).toBe(90);
    expect(all.slice(-4).map(({ day, balance, frozen }) => [day, balance, frozen])).toEqual([
      ['2026-10-06', '0.00000000', '0.00000000'],
      ['2026-10-07', '12.00000000', '0.00000000'],
      ['2026-10-08', '12.00000000', '0.00000000'],
      ['2026-10-09', '12.50000000', '4.00000000'],
    ]);
  });
});
