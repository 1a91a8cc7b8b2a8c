import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { type Metered, meteredContract, sellCoreHours } from '../../metering/usage/metering.fixture.ts';
import { assertTogether } from '../epoch/epoch.ts';
import { repairInstallation } from './repair-installation.ts';

/** An installation that will lose usage for good: core hours are sold, and one contract is metered. */
export async function startLosingApp(): Promise<{ app: TestApp; acme: Metered }> {
  const app = await startTestApp({
    now: '2026-10-15T12:00:00Z',
    clickhouse: true,
    damaged: 'usage is taken away for good',
  });
  await assertTogether(app.deps);
  await sellCoreHours(app, 'compute.r', '0.5');
  return { app, acme: await meteredContract(app) };
}

/** Runs a repair and returns its reports. */
export async function repaired(app: TestApp): Promise<string[]> {
  const told: string[] = [];
  for await (const { what, problems } of repairInstallation(app.deps)) told.push(what, ...problems);
  return told;
}
