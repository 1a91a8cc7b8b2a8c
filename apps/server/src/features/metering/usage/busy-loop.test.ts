import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { meteredContract, sellCoreHours, send, usageOf } from './metering.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true });
  await sellCoreHours(app, 'compute.r', '0.5');
});
afterAll(() => app.close());

it('reading usage is another thread’s work: this one spends the smaller part of it', async () => {
  const metered = await meteredContract(app);
  // Refused by what they say, so that nothing but reading is to be done.
  const lines = Array.from({ length: 20_000 }, () => usageOf(metered, { start: 'yesterday' }));
  const before = { all: process.cpuUsage(), own: process.threadCpuUsage() };
  expect(await send(app, lines)).toMatchObject({ refused: 20_000 });
  const [all, own] = [process.cpuUsage(before.all), process.threadCpuUsage(before.own)];
  expect(own.user).toBeLessThan(all.user / 2);
});
