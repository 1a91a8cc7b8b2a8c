import { installation } from '@usance/api/installation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalCaller } from '../../../testing/callers.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { seedDemo } from './seed-demo.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true });
});
afterAll(() => app.close());

it('the demonstration fits together, and still does when all that has come due a month later is done', async () => {
  await seedDemo(app.deps, () => {});
  expect(await internalCaller(app).call(installation.verify, {})).toMatchObject({ sound: true });
  app.clock.moveTo('2026-11-10T00:00:00Z');
  for (const tick of app.ticks) await tick.run(app.clock.now());
  const { sound, checks } = await internalCaller(app).call(installation.verify, {});
  expect([sound, checks.flatMap(({ problems }) => problems)]).toEqual([true, []]);
}, 240_000);
