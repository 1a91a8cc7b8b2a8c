import { availableBalances } from '@usance/api/billing/available-balance';
import { statements } from '@usance/api/billing/statement';
import { waitingMonths } from '@usance/api/billing/waiting-month';
import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { marketplaces as marketplaceCalls } from '@usance/api/marketplace/marketplace';
import { vouchers } from '@usance/api/money/voucher';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { held } from '#testing/held-change.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { verifyShares } from '../billing/statement/verify-shares.ts';
import { verifyStatements } from '../billing/statement/verify-statements.ts';
import { lockContract } from '../contract/contract/contract.queries.ts';
import { sellCoreHours } from '../metering/usage/metering.fixture.ts';
import { closeHours } from './hour/close-hours.ts';
import { goTo, hourlyStatementsOf, linkedContract, used } from './hour/hours.fixture.ts';
import { pushHours } from './hour/push-hours.ts';
import { settleEnded } from './hour/settle-ended.ts';
import { verifyMarketplaceHours } from './hour/verify-hours.ts';
import { marketplacesAt } from './marketplace.fixture.ts';
import { type StandIn, startStandIn } from './stand-in/stand-in.ts';

let app: TestApp;
let standIn: StandIn;
let isAway: boolean;
let isReplyLost: boolean;
let marketplaces: ReturnType<typeof marketplacesAt>;
/** Each test has a month of its own, from its 10th on. */
let months = -1;
let [month, nextMonth] = ['', ''];
const monthNo = (number: number) => new Date(Date.UTC(2026, 9 + number, 1)).toISOString().slice(0, 7);
beforeAll(async () => {
  standIn = await startStandIn({
    dimensions: ['usage_cent'],
    now: () => app.clock.now(),
    mishap: (target) => {
      if (!target.includes('BatchMeterUsage')) return undefined;
      return isAway ? 'throttled' : isReplyLost ? 'reply lost' : undefined;
    },
  });
  marketplaces = marketplacesAt(standIn);
  app = await startTestApp({ now: '2026-10-02T00:00:00Z', clickhouse: true, marketplaces });
  await sellCoreHours(app, 'compute.r', '1');
});
afterAll(async () => {
  await app.close();
  await standIn.close();
});
beforeEach(() => {
  [isAway, isReplyLost] = [false, false];
  months += 1;
  [month, nextMonth] = [monthNo(months), monthNo(months + 1)];
  app.clock.moveTo(`${month}-10T10:20:00Z`);
});

const at = (time: string, day = '10') => `${month}-${day}T${time}:00Z`;
const signedAt = () => `${nextMonth}-02T09:00:00Z`;
const balance = async (id: string) => {
  const { details } = await internalCaller(app).call(availableBalances.get, { params: { id } });
  return details.unbilled;
};
const sign = (contractId: string) => internalCaller(app).call(statements.sign, { body: { contractId, month } });
const waitingOf = async (contractId: string) => {
  const { items } = await internalCaller(app).call(waitingMonths.list, { query: { pageSize: 999_999 } });
  return items.filter((each) => each.contractId === contractId).map((each) => [each.month, each.reason]);
};
const leave = async (customer: string) => {
  const reply = await app.publicListener.inject({
    method: 'POST',
    url: '/api/v1/marketplace/sns',
    headers: { 'content-type': 'text/plain' },
    payload: JSON.stringify(
      marketplaces.sns.message(
        { action: 'unsubscribe-pending', 'customer-identifier': customer },
        { Timestamp: app.clock.now().toISOString() },
      ),
    ),
  });
  expect(reply.statusCode).toBe(204);
};

describe('usage that a marketplace bills', () => {
  it('is neither unbilled nor payable, but is on the statement', async () => {
    const { account, ...metered } = await linkedContract(app, standIn);
    const { contractId } = metered;
    await used(app, metered, at('09:00'), '3.111');
    await used(app, metered, at('10:00'), '7.004');
    await used(app, metered, at('11:00'), '0.001');
    await goTo(app, at('12:10'));
    expect(await balance(contractId)).toBe('3.11100000');
    const runway = await internalCaller(app).call(availableBalances.runway, { params: { id: contractId } });
    expect(runway.outlook).toBe('notCharged');
    await goTo(app, signedAt());
    const statement = await sign(contractId);
    expect(statement).toMatchObject({
      amount: '10.12000000',
      marketplaceMetered: '7.01000000',
      payableAmount: '3.11000000',
      undeductedAmount: '3.11000000',
    });
    expect(statement.statementData.skuAndAmounts).toHaveLength(1);
    const billed = standIn.books.records.filter((each) => each.account === account);
    expect(billed.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(700);
    expect(await balance(contractId)).toBe('0.00000000');
  });

  it('is the same after its statement is withdrawn and signed again', async () => {
    const metered = await linkedContract(app, standIn);
    const { contractId } = metered;
    await used(app, metered, at('09:00'), '2');
    await used(app, metered, at('10:00'), '5');
    await goTo(app, signedAt());
    const first = await sign(contractId);
    await internalCaller(app).call(statements.delete, { params: { id: contractId }, query: { ids: first.id } });
    expect(await balance(contractId)).toBe('2.00000000');
    const again = await sign(contractId);
    expect(again).toMatchObject({ marketplaceMetered: '5.00000000', payableAmount: '2.00000000' });
    expect(again.digest).toBe(first.digest);
  });
});

describe('after the buyer has left', () => {
  it('reported usage stays the marketplace’s, and later usage is ours', async () => {
    const { customer, ...metered } = await linkedContract(app, standIn);
    const { contractId } = metered;
    await used(app, metered, at('10:00'), '5');
    await leave(customer);
    await goTo(app, at('10:31'));
    await used(app, metered, at('11:00'), '2');
    // Late usage of an hour that can no longer be reported.
    await used(app, metered, at('10:00'), '0.5');
    await goTo(app, at('12:30'));
    expect(await balance(contractId)).toBe('2.50000000');
    await goTo(app, signedAt());
    expect(await sign(contractId)).toMatchObject({
      amount: '7.50000000',
      marketplaceMetered: '5.00000000',
      payableAmount: '2.50000000',
    });
  });

  it('usage that could not be reported in time is ours', async () => {
    const { customer, ...metered } = await linkedContract(app, standIn);
    const { contractId } = metered;
    await used(app, metered, at('10:00'), '5');
    await goTo(app, at('11:10'));
    isAway = true;
    await used(app, metered, at('11:00'), '2');
    await leave(customer);
    await goTo(app, at('11:31'));
    expect(await balance(contractId)).toBe('0.00000000');
    await goTo(app, at('12:16'));
    expect(await balance(contractId)).toBe('2.00000000');
    expect((await hourlyStatementsOf(app, contractId)).map(({ state }) => state)).toEqual(['reported', 'expired']);
    await goTo(app, signedAt());
    expect(await sign(contractId)).toMatchObject({ marketplaceMetered: '5.00000000', payableAmount: '2.00000000' });
  });

  it('two concurrent processes settle the link once without an error', async () => {
    const { customer, ...metered } = await linkedContract(app, standIn);
    const { contractId } = metered;
    await used(app, metered, at('10:00'), '2');
    await leave(customer);
    app.clock.moveTo(at('10:21'));
    const now = app.clock.now();
    const waiting = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(app.deps.db);
      return rows.length;
    };
    const meter = app.deps.db.selectFrom('marketplace_meter').selectAll().where('contract_id', '=', contractId);
    const { link_id: linkId } = await meter.executeTakeFirstOrThrow();
    await app.ticks.find(({ name }) => name === 'usage.flush')?.run(now);
    await app.ticks.find(({ name }) => name === 'purchase.rate-due')?.run(now);
    await closeHours(app.deps, marketplaces, [{ contract_id: contractId, link_id: linkId }], now);
    await pushHours(app.deps, marketplaces, { now });
    const failed = vi.spyOn(app.deps.log, 'error');
    const holding = held(app, (tx) => lockContract(tx, contractId));
    await holding.written;
    const both = Promise.all([1, 2].map(() => settleEnded(app.deps, now)));
    while ((await waiting()) < 2);
    await holding.commit();
    await both;
    expect(failed).not.toHaveBeenCalled();
    failed.mockRestore();
    expect((await meter.executeTakeFirst())?.settled_at).toEqual(now);
    expect(await balance(contractId)).toBe('0.00000000');
  });

  it('the link ends without a notice after three refused hours in a row', async () => {
    const { token, ...metered } = await linkedContract(app, standIn);
    const { contractId } = metered;
    standIn.books.leave(token);
    for (const hour of ['10', '11', '12']) await used(app, metered, at(`${hour}:00`), '1');
    await goTo(app, at('13:12'));
    await app.ticks.find(({ name }) => name === 'marketplace.end-refused')?.run(app.clock.now());
    await goTo(app, at('13:13'));
    expect(await balance(contractId)).toBe('3.00000000');
  });
});

describe('an hour that was accepted and whose reply was lost', () => {
  const billedOf = (account: string) =>
    standIn.books.records.filter((each) => each.account === account).reduce((sum, { quantity }) => sum + quantity, 0);

  it.each(['in no time', 'by a refusal'])(
    'is not billed twice when it ends %s, and an operator decides it',
    async (end) => {
      const { customer, token, account, ...metered } = await linkedContract(app, standIn);
      const { contractId } = metered;
      await used(app, metered, at('10:00'), '2');
      isReplyLost = true;
      await leave(customer);
      await goTo(app, at('10:21'));
      isReplyLost = false;
      if (end === 'by a refusal') standIn.books.leave(token);
      else isAway = true;
      await goTo(app, at('10:25'));
      await goTo(app, at('11:40'));
      isAway = false;
      const state = end === 'by a refusal' ? 'failed' : 'expired';
      expect(await hourlyStatementsOf(app, contractId)).toMatchObject([
        { state, inDoubt: true, acceptedQuantity: '0' },
      ]);
      expect([billedOf(account), await balance(contractId)]).toEqual([200, '0.00000000']);
      const told = await internalCaller(app).call(marketplaceCalls.reconciliation, {
        params: { id: contractId },
        query: {},
      });
      expect(told.totals).toMatchObject({ inDoubt: '2.000000000000', notTold: '0.000000000000' });
      await goTo(app, signedAt());
      await app.ticks.find(({ name }) => name === 'statement.run-due')?.run(app.clock.now());
      expect(await waitingOf(contractId)).toEqual([[month, 'marketplaceOutstanding']]);
      expect(await sign(contractId)).toMatchObject({ marketplaceMetered: '2.00000000', payableAmount: '0.00000000' });
      expect(await verifyMarketplaceHours(app.deps.db)).toEqual([]);
    },
  );

  it('is not reported again by later hours', async () => {
    const { account, ...metered } = await linkedContract(app, standIn);
    await used(app, metered, at('10:00'), '2');
    isReplyLost = true;
    await goTo(app, at('11:10'));
    [isReplyLost, isAway] = [false, true];
    await goTo(app, at('11:12'));
    await goTo(app, at('10:12', '11'));
    isAway = false;
    await goTo(app, at('12:30', '11'));
    const [first] = await hourlyStatementsOf(app, metered.contractId);
    expect([first, billedOf(account)]).toMatchObject([{ state: 'expired', inDoubt: true }, 200]);
  });
});

describe('a month with unreported hours', () => {
  it('is not signed by the calendar while its marketplace has taken nothing', async () => {
    const metered = await linkedContract(app, standIn);
    const { contractId } = metered;
    isAway = true;
    await goTo(app, at('12:00', '27'));
    await used(app, metered, at('12:00', '27'), '5');
    for (let hour = Date.parse(at('13:12', '27')); hour < Date.parse(signedAt()); hour += 12 * 3_600_000)
      await goTo(app, new Date(hour).toISOString());
    await goTo(app, signedAt());
    const ofMonth = (await hourlyStatementsOf(app, contractId)).filter(({ hour }) => hour.startsWith(month));
    expect(ofMonth.filter(({ state }) => state === 'pending')).toEqual([]);
    await app.ticks.find(({ name }) => name === 'statement.run-due')?.run(app.clock.now());
    expect(await waitingOf(contractId)).toEqual([[month, 'marketplaceOutstanding']]);
  });

  it('is signed by the calendar once later hours have reported it', async () => {
    const { account, ...metered } = await linkedContract(app, standIn);
    const { contractId } = metered;
    isAway = true;
    await goTo(app, at('12:00', '27'));
    await used(app, metered, at('12:00', '27'), '5.005');
    for (
      let hour = Date.parse(at('13:12', '27'));
      hour < Date.parse(`${nextMonth}-01T08:00:00Z`);
      hour += 12 * 3_600_000
    )
      await goTo(app, new Date(hour).toISOString());
    isAway = false;
    await goTo(app, signedAt());
    const billed = standIn.books.records.filter((each) => each.account === account);
    expect(billed.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(500);
    await app.ticks.find(({ name }) => name === 'statement.run-due')?.run(app.clock.now());
    expect(await waitingOf(contractId)).toEqual([]);
    const [statement] = (await internalCaller(app).call(statements.list, { params: { id: contractId }, query: {} }))
      .items;
    expect(statement).toMatchObject({ month, marketplaceMetered: '5.01000000', payableAmount: '0.00000000' });
  });

  it('is not signed by the calendar, and waits for an operator', async () => {
    const { customer, ...metered } = await linkedContract(app, standIn);
    const { contractId } = metered;
    await goTo(app, `${nextMonth}-02T08:50:00Z`);
    // Late, so that only the last hour can still report it.
    await used(app, metered, at('10:00'), '5');
    isAway = true;
    await leave(customer);
    await goTo(app, signedAt());
    await app.ticks.find(({ name }) => name === 'statement.run-due')?.run(app.clock.now());
    const { items } = await internalCaller(app).call(waitingMonths.list, { query: { pageSize: 999_999 } });
    expect(items.filter((each) => each.contractId === contractId)).toMatchObject([
      { month, reason: 'marketplaceOutstanding' },
    ]);
    isAway = false;
    // Its hours can no longer be reported: they are ours, and an operator signs the month.
    await goTo(app, `${nextMonth}-02T10:00:00Z`);
    expect(await sign(contractId)).toMatchObject({ marketplaceMetered: '0.00000000', payableAmount: '5.00000000' });
  });
});

describe('the unaccepted part of a month that an operator signed', () => {
  const runDue = () => app.ticks.find(({ name }) => name === 'statement.run-due')?.run(app.clock.now());
  const signedOf = async (contractId: string) => {
    const query = { pageSize: 999_999, orderBy: 'start', ordering: 'asc' } as const;
    const { items } = await internalCaller(app).call(statements.list, { params: { id: contractId }, query });
    return items.map((each) => [each.month, each.marketplaceMetered, each.payableAmount]);
  };

  it.each(['goes on', 'has ended'])(
    'is billed by the next statement, when the contract %s',
    async (contract) => {
      const { customer, ...metered } = await linkedContract(app, standIn);
      const { contractId } = metered;
      isAway = true;
      await goTo(app, at('12:00', '27'));
      await used(app, metered, at('12:00', '27'), '5');
      await goTo(app, at('13:12', '27'));
      const body = { contractId, state: 'End', reason: 'as agreed' } as const;
      if (contract === 'has ended') await internalCaller(app).call(contractLifecycles.create, { body });
      for (let hour = Date.parse(at('13:12', '28')); hour < Date.parse(signedAt()); hour += 24 * 3_600_000)
        await goTo(app, new Date(hour).toISOString());
      await goTo(app, signedAt());
      await runDue();
      expect(await sign(contractId)).toMatchObject({ marketplaceMetered: '5.00000000', payableAmount: '0.00000000' });
      await goTo(app, `${nextMonth}-03T10:00:00Z`);
      await leave(customer);
      await goTo(app, `${nextMonth}-03T12:00:00Z`);
      expect(await balance(contractId)).toBe('5.00000000');
      // The next test begins in that month.
      months += 1;
      await goTo(app, `${monthNo(months + 1)}-02T09:00:00Z`);
      await runDue();
      const signed = await signedOf(contractId);
      expect(signed.slice(-2)).toEqual([
        [month, '5.00000000', '0.00000000'],
        [nextMonth, '-5.00000000', '5.00000000'],
      ]);
      expect(await balance(contractId)).toBe('0.00000000');
      expect([...(await verifyShares(app.deps.db)), ...(await verifyStatements(app.deps.db))]).toEqual([]);
    },
    120_000,
  );

  it('is paid by a voucher that covers the hour of its use', async () => {
    const { customer, ...metered } = await linkedContract(app, standIn);
    const { contractId } = metered;
    isAway = true;
    await goTo(app, at('11:30', '27'));
    const terms = { denomination: '100', currency: 'USD', validDays: 10, bound: true, reason: 'Promised' } as const;
    await internalCaller(app).call(vouchers.issue, { params: { id: contractId }, body: terms });
    await used(app, metered, at('12:00', '27'), '5');
    for (let hour = Date.parse(at('13:12', '27')); hour < Date.parse(signedAt()); hour += 24 * 3_600_000)
      await goTo(app, new Date(hour).toISOString());
    await goTo(app, signedAt());
    await sign(contractId);
    await leave(customer);
    // The voucher has ended by then.
    await goTo(app, `${nextMonth}-09T12:00:00Z`);
    await used(app, metered, `${nextMonth}-09T12:00:00Z`, '2');
    months += 1;
    await goTo(app, `${monthNo(months + 1)}-02T09:00:00Z`);
    await runDue();
    const signed = await signedOf(contractId);
    expect(signed.at(-1)).toEqual([nextMonth, '-5.00000000', '2.00000000']);
  }, 120_000);

  it('returns in the next month if the link ended before and was not settled', async () => {
    const { customer, ...metered } = await linkedContract(app, standIn);
    const { contractId } = metered;
    const last = new Date(Date.parse(`${nextMonth}-01T00:00:00Z`) - 3_600_000);
    isAway = true;
    await used(app, metered, last.toISOString(), '5');
    app.clock.moveTo(new Date(last.getTime() + 1_800_000));
    await leave(customer);
    // No hour was closed meanwhile.
    app.clock.moveTo(signedAt());
    await app.ticks.find(({ name }) => name === 'usage.flush')?.run(app.clock.now());
    expect(await sign(contractId)).toMatchObject({ marketplaceMetered: '5.00000000', payableAmount: '0.00000000' });
    await goTo(app, `${nextMonth}-02T12:00:00Z`);
    expect(await balance(contractId)).toBe('5.00000000');
    expect(await verifyShares(app.deps.db)).toEqual([]);
  });
});
