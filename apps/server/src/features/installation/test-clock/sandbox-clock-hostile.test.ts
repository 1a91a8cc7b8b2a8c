import { clocks } from '@usance/api/installation/clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { type Hostile, refusesToEverybody } from '#testing/hostile.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { decideMode } from './decide-mode.ts';

const insertClock = (shows: string, setAt: string) =>
  `insert into sandbox_clock (shows, set_at) values ('${shows}', '${setAt}')`;

const everything = async ({ deps: { db } }: TestApp) => [
  await db.selectFrom('installation_mode').selectAll().execute(),
  await db.selectFrom('sandbox_clock').selectAll().execute(),
];

describe('an installation that is not a sandbox', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ clickhouse: true });
    await decideMode(app.deps, { sandbox: undefined, seed: 'none' });
  });
  afterAll(() => app.close());

  const hostile: readonly Hostile[] = [
    ['moves its time', insertClock('2030-01-01Z', '2026-10-01Z')],
    ['makes a sandbox of it', 'update installation_mode set is_sandbox = true'],
    ['has it said again what it is', 'delete from installation_mode'],
    ['has two modes', 'insert into installation_mode (id, is_sandbox) values (false, true)'],
    [
      'has a clock outside of a sandbox',
      `insert into sandbox_clock (is_sandbox, shows, set_at) values (false, '2030-01-01Z', '2026-10-01Z')`,
    ],
  ];
  refusesToEverybody(hostile, () => ({
    db: app.deps.db,
    script: app.ownerScript,
    names: {},
    everything: () => everything(app),
  }));

  it('refuses the call, and returns its time', async () => {
    const now = app.clock.now().toISOString();
    expect(await internalCaller(app).call(clocks.get, {})).toEqual({ isSandbox: false, now, goal: null });
    const to = { body: { to: '2026-12-07T01:00:00Z' } };
    expect(await internalCaller(app).refusal(clocks.move, to)).toMatchObject({ code: 409, reason: 'CLOCK_CONFLICT' });
  });
});

describe('a sandbox', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ sandbox: true });
    await app.ownerScript(insertClock('2027-01-01Z', '2026-10-01Z'));
  });
  afterAll(() => app.close());

  const hostile: readonly Hostile[] = [
    ['sets its time back', `update sandbox_clock set shows = '2026-12-31Z'`],
    ['has time go back that has passed since', `update sandbox_clock set set_at = '2026-10-02Z'`],
    ['says that it was set earlier', `update sandbox_clock set set_at = '2026-09-30Z'`],
    ['gives it a goal that is past', `update sandbox_clock set goal = '2026-12-31Z'`],
    ['moves it to no time at all', `update sandbox_clock set shows = 'infinity'`],
    ['forgets how far it was moved', 'delete from sandbox_clock'],
    ['makes a real installation of it', 'update installation_mode set is_sandbox = false'],
  ];
  refusesToEverybody(hostile, () => ({
    db: app.deps.db,
    script: app.ownerScript,
    names: {},
    everything: () => everything(app),
  }));
});

describe('the mode of an installation', () => {
  const apps: TestApp[] = [];
  const started = async () => {
    const app = await startTestApp({ clickhouse: true });
    apps.push(app);
    return app;
  };
  afterAll(() => Promise.all(apps.map((app) => app.close())));
  const isSandbox = async (app: TestApp) => (await internalCaller(app).call(clocks.get, {})).isSandbox;

  it.each([
    [undefined, 'demo', true],
    [undefined, 'none', false],
    [true, 'none', true],
    [false, 'demo', false],
  ] as const)('is decided once, at its creation: SANDBOX %s and SEED %s make it %s', async (sandbox, seed, made) => {
    const app = await started();
    await decideMode(app.deps, { sandbox, seed });
    expect(await isSandbox(app)).toBe(made);
    await decideMode(app.deps, { sandbox: undefined, seed: made ? 'none' : 'demo' });
    await decideMode(app.deps, { sandbox: made, seed });
    await expect(decideMode(app.deps, { sandbox: !made, seed })).rejects.toThrow(/^SANDBOX=/);
    expect(await isSandbox(app)).toBe(made);
  });

  it('is real if it has user data from before the decision', async () => {
    const app = await started();
    await app.ownerScript(
      `insert into account (id, identifier, password_hash, created_at) values ('acc-a', 'a', '', now())`,
    );
    await expect(decideMode(app.deps, { sandbox: true, seed: 'none' })).rejects.toThrow(/^SANDBOX=true/);
    await decideMode(app.deps, { sandbox: undefined, seed: 'demo' });
    expect(await isSandbox(app)).toBe(false);
  });
});
