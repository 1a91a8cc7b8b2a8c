import { randomUUID } from 'node:crypto';
import { health } from '@usance/api/health';
import { waitings } from '@usance/api/installation/waiting';
import { tokens } from '@usance/api/people/token';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller, tokenCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { ticksOf } from '../../../ticks.ts';
import { rateDue } from '../../metering/rating/rate-due.ts';
import { meteredContract, sellCoreHours, sendUsage, usageOf } from '../../metering/usage/metering.fixture.ts';
import { findWaiting } from './find-waiting.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true, damaged: 'what waits is made to' });
});
afterEach(() => app.close());

const waiting = async () => (await internalCaller(app).call(waitings.list, {})).items;
const whats = async () => (await waiting()).map(({ what }) => what);
const gauges = async () => {
  const { token } = await internalCaller(app).call(tokens.create, { body: { name: 'scraper', scopes: ['metrics'] } });
  return tokenCaller(app, token).call(health.metrics, {});
};

describe('the list of waiting work', () => {
  it('is empty if all is well', async () => {
    await sellCoreHours(app, 'compute.r', '2');
    await sendUsage(app, [usageOf(await meteredContract(app))]);
    await rateDue(app.deps);
    for (const tick of ticksOf(app.deps)) await tick.run(app.clock.now());
    expect(await waiting()).toEqual([]);
  });

  it('has the kind, the number, the start and the remedy', async () => {
    await sellCoreHours(app, 'compute.r', '2');
    await sendUsage(app, [usageOf(await meteredContract(app))]);
    const since = app.clock.now();
    const aside = { moved_at: null, set_aside_at: since, failure: 'no room' };
    await app.deps.db.updateTable('usage_batch').set(aside).execute();
    expect(await waiting()).toEqual([
      { what: 'usageSetAside', count: 1, since: since.toISOString(), toDo: expect.stringContaining('npm run repair') },
    ]);
    expect(await gauges()).toContain('usance_waiting{what="usageSetAside"} 1');
  });

  it('has usage that is not stored, and days that are not rated, for too long', async () => {
    await sellCoreHours(app, 'compute.r', '2');
    const { db } = app.deps;
    const metered = await meteredContract(app);
    await sendUsage(app, [usageOf(metered)]);
    const held = { claim: randomUUID(), claimed_until: new Date('2026-10-15T13:00:00Z') };
    await db
      .updateTable('usage_batch')
      .set({ moved_at: null, ...held })
      .execute();
    await db.updateTable('usage_dirty_day').set({ marked_at: app.clock.now() }).execute();
    expect(await whats()).toEqual([]);
    app.clock.pass({ minutes: 16 });
    expect(await whats()).toEqual(['usageToStore', 'usageToRate']);
    await db.updateTable('usage_batch').set({ claim: null, claimed_until: null }).execute();
    await rateDue(app.deps);
    expect(await whats()).toEqual([]);
  });

  it('has a calendar that stopped, or a clock that was set back', async () => {
    await app.deps.db.insertInto('calendar_tick').values({ last_at: app.clock.now() }).execute();
    expect(await whats()).toEqual([]);
    app.clock.pass({ minutes: 16 });
    expect(await whats()).toEqual(['clock']);
    await app.deps.db
      .updateTable('calendar_tick')
      .set({ last_at: new Date('2026-10-16T00:00:00Z') })
      .execute();
    expect(await whats()).toEqual(['clock']);
  });
});

it('secrets of unknown keys wait for their key', async () => {
  expect(await findWaiting({ ...app.deps, process: { ...app.deps.process, unreadableSecrets: 3 } })).toMatchObject([
    { what: 'secrets', count: 3, toDo: expect.stringContaining('sealing-key') },
  ]);
});

it('waiting work and metrics are readable while PostgreSQL cannot write', async () => {
  const operator = internalCaller(app);
  const { token } = await operator.call(tokens.create, { body: { name: 'scraper', scopes: ['metrics'] } });
  await app.ownerScript(`
    create function has_no_room() returns trigger language plpgsql
      as $$ begin raise 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger has_no_room before insert on audit for each row execute function has_no_room()`);
  expect(await operator.refusal(tokens.list, { query: {} })).toMatchObject({ code: 503, reason: 'UNAVAILABLE' });
  expect(await waiting()).toEqual([]);
  expect(await tokenCaller(app, token).call(health.metrics, {})).toContain('usance_waiting{what="disk"} 0');
});

it('the metrics have the work in progress and the age of the last rounds', async () => {
  await sellCoreHours(app, 'compute.r', '2');
  await sendUsage(app, [usageOf(await meteredContract(app))]);
  await rateDue(app.deps);
  app.clock.pass({ minutes: 5 });
  const told = await gauges();
  for (const line of ['usance_usage_waiting_rows 0', 'usance_days_to_rate 0', 'usance_jobs_waiting 0'])
    expect(told).toContain(line);
  expect(told).toMatch(/usance_since_seconds\{what="rating"\} 300\b/);
});

it('the log has one line about work that should not wait', async () => {
  const said: unknown[] = [];
  await app.deps.db
    .insertInto('calendar_tick')
    .values({ last_at: new Date('2026-10-01T00:00:00Z') })
    .execute();
  const { id } = await contract(app);
  const held = { contract_id: id, month: '2026-09', since: app.clock.now(), reason: 'withdrawn' } as const;
  await app.deps.db.insertInto('waiting_month').values(held).execute();
  const log = { ...app.deps.log, error: (told: unknown) => said.push(told) } as typeof app.deps.log;
  const tell = ticksOf({ ...app.deps, log }).find(({ name }) => name === 'waiting.tell');
  await tell?.run(app.clock.now());
  expect(said).toEqual([{ waiting: [{ what: 'clock', count: 1, since: '2026-10-01T00:00:00.000Z' }] }]);
});
