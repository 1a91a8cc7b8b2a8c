import { calendars } from '@usance/api/billing/calendar';
import { deductions } from '@usance/api/billing/deduction';
import { statements } from '@usance/api/billing/statement';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limitsOf } from '#platform/clickhouse/limits.ts';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import {
  hourOn,
  meteredContract,
  sellCoreHours,
  sendUsage,
  usageOf,
} from './features/metering/usage/metering.fixture.ts';
import { deposited } from './features/money/ledger/ledger.fixture.ts';
import { ticksOf } from './ticks.ts';

const minute = 60_000;
const day = 1_440 * minute;
const begun = Date.parse('2026-10-15T12:00:00Z');

// Tests move the shown clock apart from the true time, which the database and the machine know.
let app: TestApp;
let shown: Date;
let trueTime: number;
let databaseIsAhead: number;
let told: object[];
const opened: TestApp[] = [];
beforeEach(async () => {
  app = await startTestApp({ now: new Date(begun).toISOString(), clickhouse: true });
  opened.push(app);
  [trueTime, databaseIsAhead, told] = [begun, 0, []];
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => Promise.all(opened.map((each) => each.close())));

/** A process that starts now; `round` runs one of its jobs at a time that the clock shows. */
function process(job = 'statement.run-due') {
  const log = Object.assign(Object.create(app.deps.log), { error: (said: object) => told.push(said) });
  const witness = { databaseNow: async () => new Date(shown.getTime() + databaseIsAhead), elapsedMs: () => trueTime };
  const tick = ticksOf({ ...app.deps, log, witness }).find(({ name }) => name === job);
  return async (at: number, passed = minute) => {
    trueTime += passed;
    shown = new Date(at);
    await tick?.run(shown);
  };
}

const signed = async (contractId: string) => {
  const { items } = await internalCaller(app).call(statements.list, { params: { id: contractId }, query: {} });
  return items.map(({ month }) => month).sort();
};

describe('the calendar', () => {
  it('signs and deducts nothing by a clock that ran 70 days ahead for 75 seconds', async () => {
    const { id } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    await deposited(app, id, '100');
    const round = process();
    await round(begun);
    expect(await signed(id)).toEqual(['2026-09']);
    await round(begun + minute + 70 * day);
    await round(begun + 2 * minute + 70 * day, 75_000);
    expect(await signed(id)).toEqual(['2026-09']);
    expect(told).toEqual([
      expect.objectContaining({ doubt: expect.stringContaining('2026-12-24T12:01') }),
      expect.anything(),
    ]);
    // With the right time again, it continues normally.
    await round(begun + 18 * day, 18 * day);
    expect(await signed(id)).toEqual(['2026-09', '2026-10']);
  });

  it('deletes nothing by such a clock', async () => {
    await sellCoreHours(app, 'compute.r', '0.5');
    await sendUsage(app, [usageOf(await meteredContract(app))]);
    const kept = () => app.deps.db.selectFrom('usage_batch').select('payload').executeTakeFirstOrThrow();
    await app.deps.db
      .insertInto('dead_run')
      .values({ run_no: '1', contract_id: (await contract(app)).id, seen_at: new Date(begun) })
      .execute();
    const dead = () => app.deps.db.selectFrom('dead_run').select('run_no').execute();
    const [forget, drop] = [process('usage.forget-payloads'), process('purchase.drop-dead-runs')];
    for (const round of [forget, drop]) {
      await round(begun);
      await round(begun + minute + 70 * day);
    }
    expect([(await kept()).payload, await dead(), told.length]).toEqual([expect.any(String), [{ run_no: '1' }], 2]);
    for (const round of [forget, drop]) await round(begun + 4 * day, 4 * day);
    expect([(await kept()).payload, await dead()]).toEqual([null, []]);
  });

  it('does not sign the running month by a clock that is two days ahead', async () => {
    const { id } = await contract(app, { signDate: '2026-10-01T00:00:00Z' });
    const round = process();
    await round(begun);
    const lastDay = Date.parse('2026-10-31T10:00:00Z');
    await round(lastDay, lastDay - begun);
    await round(lastDay + 2 * day);
    expect(await signed(id)).toEqual([]);
  });

  it('waits while the database clock shows another time, however small the difference', async () => {
    const { id } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    databaseIsAhead = -6 * minute;
    const round = process();
    await round(begun);
    expect(await signed(id)).toEqual([]);
    databaseIsAhead = -4 * minute;
    await round(begun + minute);
    expect(await signed(id)).toEqual(['2026-09']);
  });

  it('continues after ten days without the database, and after a night with the machine halted', async () => {
    const round = process();
    await round(begun);
    await round(begun + 10 * day, 10 * day);
    await round(begun + 10 * day + 600 * minute);
    expect(told).toEqual([]);
  });

  it('continues after three days off; after more it waits for an operator, with a request each minute', async () => {
    const { id } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    await process()(begun);
    await process()(begun + 3 * day);
    expect(told).toEqual([]);
    const back = begun + 20 * day;
    const round = process();
    await round(back);
    await round(back + minute);
    expect([told.length, await signed(id)]).toEqual([2, ['2026-09']]);

    app.clock.moveTo(new Date(back + 2 * minute));
    const accept = (at: number) => ({ body: { now: new Date(at).toISOString() } });
    const wrong = accept(back + 10 * minute);
    expect(await internalCaller(app).refusal(calendars.acceptTime, wrong)).toMatchObject({
      code: 409,
      reason: 'CLOCK_CONFLICT',
    });
    await internalCaller(app).call(calendars.acceptTime, accept(back + 3 * minute));
    await round(back + 4 * minute);
    expect([told.length, await signed(id)]).toEqual([2, ['2026-09', '2026-10']]);
    const audited = await app.deps.db.selectFrom('audit').select('call').execute();
    expect(audited.map(({ call }) => call)).toContain(calendars.acceptTime.id);
  });

  it('does not sign, after a start, a month that was still running in its last round', async () => {
    const { id } = await contract(app, { signDate: '2026-10-01T00:00:00Z' });
    await process()(Date.parse('2026-10-30T12:00:00Z'));
    await process()(Date.parse('2026-11-02T10:30:00Z'));
    expect([told.length, await signed(id)]).toEqual([1, []]);
  });

  it('waits after a clock was set back, until an operator accepts it or the time is reached again', async () => {
    const round = process();
    await round(begun + 2 * day, 2 * day);
    await round(begun + 2 * day - 10 * minute);
    expect(told).toHaveLength(1);
    app.clock.moveTo(new Date(begun + minute));
    await internalCaller(app).call(calendars.acceptTime, { body: { now: new Date(begun).toISOString() } });
    await round(begun + 2 * minute);
    expect(told).toHaveLength(1);
  });

  it('does not block calls of users', async () => {
    const { id: contractId } = await contract(app, { signDate: '2026-09-01T00:00:00Z' });
    databaseIsAhead = day;
    await process()(begun);
    await internalCaller(app).call(statements.sign, { body: { contractId, month: '2026-09' } });
    await internalCaller(app).call(deductions.calculate, { body: { contractId } });
    expect(await signed(contractId)).toEqual(['2026-09']);
  });
});

it.each(['statement.run-due', 'purchase.rate-due'])(
  'no query of %s waits an hour for a usage database that hangs',
  async (job) => {
    await sellCoreHours(app, 'compute.r', '0.5');
    await sendUsage(app, [usageOf(await meteredContract(app), { ...hourOn('2026-09-10') })]);
    const asked = vi.spyOn(app.deps.clickhouse, 'query');
    await process(job)(begun);
    const seconds = asked.mock.calls.map(([, , , bounds]) => bounds?.limits?.seconds ?? Number.POSITIVE_INFINITY);
    expect(seconds.length).toBeGreaterThan(0);
    expect(Math.max(...seconds)).toBeLessThanOrEqual(limitsOf.rating.seconds);
  },
);
