import { type App, buildApp } from '../app.ts';
import type { ClickHouse } from '../platform/clickhouse/client.ts';
import { ManualClock } from '../platform/clock.ts';
import type { Deps } from '../platform/context/context.ts';
import { silent } from './silent-log.ts';
import { openTestClickHouse } from './test-clickhouse.ts';
import { openTestPostgres } from './test-postgres.ts';

export interface TestApp extends App {
  readonly deps: Deps;
  readonly clock: ManualClock;
  /** SQL as the owner of the tables, for what the application itself may not do. */
  ownerScript(text: string): Promise<void>;
  close(): Promise<void>;
}

export const testToken = 'test-internal-token-0123456789';

/** The whole server over real engines and a clock that the test moves; ClickHouse only where a test asks for it. */
export async function startTestApp(options: { now?: string; clickhouse?: boolean } = {}): Promise<TestApp> {
  const clock = new ManualClock(options.now ?? '2026-10-15T12:00:00Z');
  const postgres = await openTestPostgres();
  const clickhouse = options.clickhouse ? await openTestClickHouse() : absentClickHouse;
  const deps: Deps = { db: postgres.db, clickhouse, clock, log: silent };
  const app = await buildApp(deps, { version: 'test', internalToken: testToken, strict: true });
  return {
    ...app,
    deps,
    clock,
    ownerScript: postgres.script,
    close: async () => {
      await app.publicListener.close();
      await app.internalListener.close();
      if (options.clickhouse) await clickhouse.close();
      await postgres.close();
    },
  };
}

const absentClickHouse = new Proxy({} as ClickHouse, {
  get: () => {
    throw new Error('This test did not ask for ClickHouse: startTestApp({ clickhouse: true })');
  },
});
