import { marketplaces as calls } from '@usance/api/marketplace/marketplace';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { held, waitsOrEnds } from '#testing/held-change.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { rateDue } from '../../metering/rating/rate-due.ts';
import { sellCoreHours } from '../../metering/usage/metering.fixture.ts';
import { licence, marketplacesAt } from '../marketplace.fixture.ts';
import { type StandIn, startStandIn } from '../stand-in/stand-in.ts';
import { closeHours } from './close-hours.ts';
import { adjustmentsOf, goTo, hourlyStatementsOf, linkedContract, used } from './hours.fixture.ts';
import { lockMeters } from './lock-meters.ts';
import { verifyMarketplaceHours } from './verify-hours.ts';

let app: TestApp;
let standIn: StandIn;
let mishap: 'throttled' | 'lost' | 'reply lost' | undefined;
let asked: number;
let marketplaces: ReturnType<typeof marketplacesAt>;
beforeAll(async () => {
  standIn = await startStandIn({
    dimensions: ['usage_cent'],
    now: () => app.clock.now(),
    mishap: (target) => (/BatchMeterUsage|batchUsageEvent/.test(target) ? mishap : undefined),
  });
  marketplaces = marketplacesAt(standIn);
  app = await startTestApp({ now: '2026-10-02T00:00:00Z', clickhouse: true, marketplaces });
  // A core-hour costs a dollar.
  await sellCoreHours(app, 'compute.r', '1');
});
afterAll(async () => {
  await app.close();
  await standIn.close();
});
let day = 2;
let today: string;
beforeEach(async () => {
  mishap = undefined;
  asked = 0;
  day += 1;
  today = `2026-10-${String(day).padStart(2, '0')}`;
  app.clock.moveTo(`${today}T10:20:00Z`);
});

const at = (time: string) => `${today}T${time}:00Z`;
/** The stand-in's records of a buyer, by hour. */
const heldOf = (account: string) =>
  Object.fromEntries(
    standIn.books.records
      .filter((each) => each.account === account)
      .map(({ hour, quantity }) => [hour.slice(11, 16), quantity]),
  );
const states = async (contractId: string) =>
  (await hourlyStatementsOf(app, contractId)).map(({ hour, state, quantity }) => [hour.slice(11, 16), state, quantity]);
const post = (told: Record<string, string>) =>
  app.publicListener.inject({
    method: 'POST',
    url: '/api/v1/marketplace/sns',
    headers: { 'content-type': 'text/plain' },
    payload: JSON.stringify(marketplaces.sns.message(told, { Timestamp: app.clock.now().toISOString() })),
  });
const leave = async (customer: string) => {
  const reply = await post({ action: 'unsubscribe-pending', 'customer-identifier': customer });
  expect(reply.statusCode).toBe(204);
};

describe('an hour of a linked contract', () => {
  it('is reported ten minutes after its end, from the activation on, even if idle', async () => {
    const { account, ...metered } = await linkedContract(app, standIn);
    await used(app, metered, at('09:00'), '7');
    await used(app, metered, at('10:00'), '1.5');
    await goTo(app, at('11:09'));
    expect(heldOf(account)).toEqual({});
    await goTo(app, at('12:10'));
    expect(heldOf(account)).toEqual({ '10:00': 150, '11:00': 0 });
    expect(await states(metered.contractId)).toEqual([
      ['10:00', 'reported', '150'],
      ['11:00', 'reported', '0'],
    ]);
  });

  it('carries a fraction of a unit to the next', async () => {
    const { account, ...metered } = await linkedContract(app, standIn);
    await used(app, metered, at('10:00'), '1.2375');
    await used(app, metered, at('11:00'), '0.0034');
    await goTo(app, at('12:10'));
    expect(heldOf(account)).toEqual({ '10:00': 123, '11:00': 1 });
  });

  it('is reported once, as it was closed, by repeated and concurrent rounds', async () => {
    const { account, ...metered } = await linkedContract(app, standIn);
    await used(app, metered, at('10:00'), '1');
    await goTo(app, at('11:10'));
    await Promise.all([goTo(app, at('12:10')), goTo(app, at('12:10'))]);
    await goTo(app, at('12:10'));
    expect(heldOf(account)).toEqual({ '10:00': 100, '11:00': 0 });
    expect(await states(metered.contractId)).toHaveLength(2);
  });

  it('includes late usage of earlier hours, with an adjustment', async () => {
    const { account, ...metered } = await linkedContract(app, standIn);
    await used(app, metered, at('10:00'), '1');
    await goTo(app, at('11:10'));
    await used(app, metered, at('10:00'), '2');
    await goTo(app, at('12:10'));
    expect(heldOf(account)).toEqual({ '10:00': 100, '11:00': 200 });
    expect(await adjustmentsOf(app, metered.contractId)).toMatchObject([
      { hour: `${today}T11:00:00.000Z`, reason: 'lateUsage', amount: '2.000000000000' },
    ]);
  });

  it('includes usage rated during its closing, in this hour or the next', async () => {
    const { account, ...metered } = await linkedContract(app, standIn);
    await used(app, metered, at('10:00'), '1');
    await goTo(app, at('11:10'));
    await used(app, metered, at('10:00'), '2');
    await used(app, metered, at('11:00'), '4');
    app.clock.moveTo(at('12:10'));
    const now = app.clock.now();
    await app.ticks.find(({ name }) => name === 'usage.flush')?.run(now);
    const key = { contract_id: metered.contractId };
    const meter = app.deps.db.selectFrom('marketplace_meter').selectAll().where('contract_id', '=', key.contract_id);
    const due = [await meter.executeTakeFirstOrThrow()];
    const holding = held(app, (tx) => lockMeters(tx, due));
    await holding.written;
    const both = Promise.all([rateDue(app.deps), closeHours(app.deps, marketplaces, due, now)]);
    await waitsOrEnds(app, both);
    await holding.commit();
    await both;
    await goTo(app, at('13:10'));
    expect(Object.values(heldOf(account)).reduce((sum, quantity) => sum + quantity, 0)).toBe(700);
    expect(await verifyMarketplaceHours(app.deps.db)).toEqual([]);
  });

  it('and all missed ones are reported one by one after a halt', async () => {
    const { account, ...metered } = await linkedContract(app, standIn);
    for (const hour of ['10:00', '12:00', '13:00']) await used(app, metered, at(hour), '1');
    await goTo(app, at('15:45'));
    expect(heldOf(account)).toEqual({ '10:00': 100, '11:00': 0, '12:00': 100, '13:00': 100, '14:00': 0 });
  });

  it('is reported by its licence if the link has one', async () => {
    const { account, ...metered } = await linkedContract(app, standIn, { licence: `${licence}${day}` });
    await used(app, metered, at('10:00'), '1');
    const body = { metersBy: 'product', from: at('12:00') } as const;
    await internalCaller(app).call(calls.meterBy, { params: { id: metered.contractId }, body });
    await goTo(app, at('13:10'));
    const named = standIn.books.records
      .filter((each) => each.account === account)
      .map(({ hour, key }) => [hour.slice(11, 13), key]);
    expect(named.sort()).toEqual([
      ['10', `${licence}${day}`],
      ['11', `${licence}${day}`],
      ['12', 'prod-aws'],
    ]);
  });
});

describe('an hour that the marketplace does not take at once', () => {
  it.each(['throttled', 'lost', 'reply lost'] as const)('(%s) is sent again, and held once', async (how) => {
    const { account, ...metered } = await linkedContract(app, standIn);
    await used(app, metered, at('10:00'), '1');
    mishap = how;
    await goTo(app, at('11:10'));
    expect(await hourlyStatementsOf(app, metered.contractId)).toMatchObject([
      { state: 'pending', tries: 1, nextTryAt: `${today}T11:11:00.000Z`, failure: expect.any(String) },
    ]);
    mishap = undefined;
    await goTo(app, at('11:11'));
    expect(heldOf(account)).toEqual({ '10:00': 100 });
    expect(await states(metered.contractId)).toEqual([['10:00', 'reported', '100']]);
  });

  it('is sent at once on request, and an ended one stays unchanged', async () => {
    const { account, ...metered } = await linkedContract(app, standIn);
    mishap = 'throttled';
    await goTo(app, at('11:10'));
    mishap = undefined;
    const [hour] = await hourlyStatementsOf(app, metered.contractId);
    const push = () => internalCaller(app).call(calls.push, { body: { hourlyStatementIDs: [hour?.id ?? ''] } });
    expect((await push()).items).toMatchObject([{ state: 'reported' }]);
    expect((await push()).items).toMatchObject([{ state: 'reported' }]);
    expect(heldOf(account)).toEqual({ '10:00': 0 });
    const unknown = { body: { hourlyStatementIDs: [hour?.id, 'mhs-aaaaaaaa'] } };
    expect(await internalCaller(app).refusal(calls.push, unknown)).toMatchObject({ reason: 'MARKETPLACE_NOT_FOUND' });
  });

  it('is announced once a day when it gets late, and moves to later hours when it is too late', async () => {
    const { account, ...metered } = await linkedContract(app, standIn);
    await used(app, metered, at('10:00'), '1');
    mishap = 'throttled';
    await goTo(app, at('11:10'));
    for (const time of ['11:20', '12:00', '15:30', '16:30', '17:30']) await goTo(app, at(time));
    const told = await app.deps.db
      .selectFrom('notification')
      .select(['kind', 'arguments'])
      .where('contract_id', '=', metered.contractId)
      .where('kind', '=', 'marketplace_hour')
      .execute();
    expect(told).toMatchObject([{ kind: 'marketplace_hour', arguments: { hour: `${today}T10:00:00.000Z` } }]);
    mishap = undefined;
    day += 1;
    // The hour is 24 hours old.
    await goTo(app, `2026-10-${String(day).padStart(2, '0')}T11:10:00Z`);
    const hours = await hourlyStatementsOf(app, metered.contractId);
    expect(hours[0]).toMatchObject({ state: 'expired', acceptedQuantity: '0' });
    const all = standIn.books.records.filter((each) => each.account === account);
    expect(all.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(100);
    expect(await adjustmentsOf(app, metered.contractId)).toContainEqual(
      expect.objectContaining({ reason: 'expired', amount: '1.000000000000' }),
    );
  });

  it('of which AWS holds another value is left to later hours', async () => {
    const { account, ...metered } = await linkedContract(app, standIn);
    await used(app, metered, at('10:00'), '1');
    await goTo(app, at('11:00'));
    standIn.books.post('prod-aws', { account, dimension: 'usage_cent', quantity: 7, at: new Date(at('10:00')) });
    await goTo(app, at('12:10'));
    await goTo(app, at('13:10'));
    expect(heldOf(account)).toEqual({ '10:00': 7, '11:00': 0, '12:00': 100 });
    expect(await states(metered.contractId)).toEqual([
      ['10:00', 'duplicate', '100'],
      ['11:00', 'reported', '0'],
      ['12:00', 'reported', '100'],
    ]);
    expect(await adjustmentsOf(app, metered.contractId)).toMatchObject([
      { reason: 'duplicate', amount: '1.000000000000' },
    ]);
  });

  it('of a buyer who has left fails, and the amount is not lost', async () => {
    const { token, account, ...metered } = await linkedContract(app, standIn);
    await used(app, metered, at('10:00'), '1');
    standIn.books.leave(token);
    await goTo(app, at('11:10'));
    expect(await states(metered.contractId)).toEqual([['10:00', 'failed', '100']]);
    expect(heldOf(account)).toEqual({});
  });
});

describe('sixty contracts', () => {
  it('are reported in calls of at most 25', async () => {
    const linked = [];
    for (let each = 0; each < 60; each += 1) linked.push(await linkedContract(app, standIn));
    const count = () => standIn.asked.get('AWSMPMeteringService.BatchMeterUsage') ?? 0;
    asked = count();
    await goTo(app, at('11:10'));
    expect(count() - asked).toBeGreaterThanOrEqual(3);
    for (const { account } of linked) expect(heldOf(account)).toEqual({ '10:00': 0 });
  });
});

describe('at Azure an hour', () => {
  it('is reported in fractions of units, and only with usage', async () => {
    const { account, ...metered } = await linkedContract(app, standIn, { cloud: 'azure' });
    await used(app, metered, at('11:00'), '1.23456789');
    await goTo(app, at('12:10'));
    expect(heldOf(account)).toEqual({ '11:00': 123.4567 });
    expect(await states(metered.contractId)).toMatchObject([
      ['10:00', 'reported', '0'],
      ['11:00', 'reported', '123.4567'],
    ]);
  });

  it('whose reply was lost is found at the marketplace, and counts as reported', async () => {
    const { account, ...metered } = await linkedContract(app, standIn, { cloud: 'azure' });
    await used(app, metered, at('10:00'), '1');
    mishap = 'reply lost';
    await goTo(app, at('11:10'));
    mishap = undefined;
    await goTo(app, at('11:15'));
    expect([heldOf(account), await states(metered.contractId)]).toEqual([
      { '10:00': 100 },
      [['10:00', 'reported', '100']],
    ]);
  });

  it('of which Azure holds another value keeps that one, and the rest is left to the next', async () => {
    const { account, ...metered } = await linkedContract(app, standIn, { cloud: 'azure' });
    await used(app, metered, at('10:00'), '1');
    await goTo(app, at('11:00'));
    const instance =
      (await internalCaller(app).call(calls.get, { params: { id: metered.contractId } })).instanceID ?? '';
    standIn.books.post(instance, { account, dimension: 'usage_cent', quantity: 60, at: new Date(at('10:00')) });
    await goTo(app, at('11:10'));
    await goTo(app, at('12:10'));
    expect(heldOf(account)).toEqual({ '10:00': 60, '11:00': 40 });
    expect(await hourlyStatementsOf(app, metered.contractId)).toMatchObject([
      { state: 'duplicate', acceptedQuantity: '60' },
      { state: 'reported', acceptedQuantity: '40' },
    ]);
  });
});

describe('when the buyer leaves', () => {
  it('everything is reported at once, including the open hour, and no later hour', async () => {
    const { account, customer, ...metered } = await linkedContract(app, standIn);
    await used(app, metered, at('10:00'), '1');
    await used(app, metered, at('11:00'), '0.5');
    await leave(customer);
    await goTo(app, at('11:16'));
    expect(heldOf(account)).toEqual({ '10:00': 100, '11:00': 50 });
    await goTo(app, at('14:00'));
    expect(heldOf(account)).toEqual({ '10:00': 100, '11:00': 50 });
    const meter = app.deps.db.selectFrom('marketplace_meter').select('settled_at');
    const row = await meter.where('contract_id', '=', metered.contractId).executeTakeFirst();
    expect(row?.settled_at).toEqual(new Date(at('11:16')));
  });
});

// Last, because it closes the hours of all contracts before.
describe('the outcomes of many concurrent calls', () => {
  it('are all stored without a deadlock', async () => {
    const linked = [];
    for (let each = 0; each < 40; each += 1) linked.push(await linkedContract(app, standIn));
    for (const metered of linked) await used(app, metered, at('10:00'), '1');
    mishap = 'throttled';
    await goTo(app, at('11:10'));
    for (const metered of linked) await used(app, metered, at('11:00'), '1');
    await goTo(app, at('12:10'));
    mishap = undefined;
    for (const { token } of linked) standIn.books.leave(token);
    await goTo(app, at('13:00'));
    for (const { contractId } of linked)
      expect((await states(contractId)).map(([, state]) => state)).toEqual(['failed', 'failed']);
  }, 120_000);
});
