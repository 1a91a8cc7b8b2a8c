import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { type Clock, ManualClock } from '#platform/clock.ts';
import type { Deps, Stores } from '#platform/context/context.ts';
import { openMetrics } from '#platform/http/load/metrics.ts';
import { type App, type AppOptions, buildApp } from '../app.ts';
import { openClock } from '../features/installation/test-clock/movable-clock.ts';
import { verifyInstallation } from '../features/installation/verify/verify-installation.ts';
import { verifyLedger } from '../features/money/ledger/verify-ledger.ts';
import { verifyVouchers } from '../features/money/voucher/verify-vouchers.ts';
import { fitOut, type SaidByOperator } from '../fittings.ts';
import { refusingInside } from './around-transactions.ts';
import { silent } from './silent-log.ts';
import { openTestClickHouse } from './test-clickhouse.ts';
import { openTestPostgres } from './test-postgres.ts';

export interface TestApp extends App {
  readonly deps: Deps;
  readonly clock: ManualClock;
  /** SQL as the owner of the tables, for what the application itself may not do. */
  ownerScript(text: string): Promise<void>;
  /** Fails when what the tests have left behind does not fit together. */
  close(): Promise<void>;
}

/** As much of one as fixtures take that only keep rows: a database of an earlier version will do. */
export interface Records {
  readonly deps: Pick<Deps, 'db' | 'log'>;
  readonly clock: Clock;
}

export const testToken = 'test-internal-token-0123456789';

interface Options extends Omit<SaidByOperator, 'testClock'> {
  readonly now?: string;
  /** Only where a test asks for it. */
  readonly clickhouse?: boolean;
  /** Only where a test asks for it: tests ask more than a person clicks. */
  readonly overload?: AppOptions['overload'];
  /** Proxies that are believed where a request comes from; nobody by default. */
  readonly trustProxy?: readonly string[];
  /** The console it serves; none by default. */
  readonly console?: AppOptions['console'];
  /** Of one whose time can be moved: `clock` is what time it is outside then. */
  readonly sandbox?: boolean;
  /** Why what the tests leave behind is not sound, and does not have to be. */
  readonly damaged?: string;
}

/** One with databases of its own; `postgresUrl` is as the application uses it. */
type StartedApp = TestApp & { readonly postgresUrl: string };

/** The whole server over real engines and a clock that the test moves. At its end the installation is verified. */
export async function startTestApp(options: Options = {}): Promise<StartedApp> {
  const clock = new ManualClock(options.now ?? '2026-10-15T12:00:00Z');
  const postgres = await openTestPostgres();
  const engine = options.clickhouse ? await openTestClickHouse() : absentClickHouse;
  if (options.sandbox) await postgres.db.insertInto('installation_mode').values({ is_sandbox: true }).execute();
  const testClock = options.sandbox ? await openClock(postgres.db, clock) : undefined;
  const stores: Stores = {
    db: postgres.db,
    clickhouse: refusingInside(engine),
    clock: testClock ?? clock,
    log: silent,
  };
  const {
    overload,
    trustProxy = [],
    console,
    now: _now,
    clickhouse: _engine,
    sandbox: _sandbox,
    damaged,
    ...said
  } = options;
  const deps = fitOut(stores, {
    process: { version: 'test', metrics: openMetrics(), isDraining: () => false },
    testClock,
    ...said,
  });
  const app = await buildApp(deps, {
    internalToken: testToken,
    strict: true,
    trustProxy,
    ...(overload && { overload }),
    ...(console && { console }),
  });
  return {
    ...app,
    deps,
    clock,
    postgresUrl: postgres.url,
    ownerScript: postgres.script,
    close: async () => {
      await app.publicListener.close();
      await app.internalListener.close();
      try {
        if (damaged === undefined) assertSound(await problemsOf(deps, options.clickhouse && engine));
      } finally {
        if (options.clickhouse) await engine.close();
        await postgres.close();
      }
    },
  };
}

/** What does not fit together in an installation, or in the ledger and the vouchers of one whose tests have no usage database. */
async function problemsOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  clickhouse: ClickHouse | false | undefined,
): Promise<string[]> {
  if (!clickhouse) return [...(await verifyLedger(db)), ...(await verifyVouchers(db))];
  const found: string[] = [];
  for await (const { problems } of verifyInstallation({ db, clickhouse, clock })) found.push(...problems);
  return found;
}

function assertSound(problems: readonly string[]): void {
  if (problems.length > 0)
    throw new Error(`These tests leave an installation that is not sound:\n${problems.join('\n')}`);
}

/** As one that is away, it fails who waits for it: thrown at once, what is asked of both engines would be left by itself. */
const absentClickHouse = new Proxy({} as ClickHouse, {
  get: (_, name) => {
    const absent = new Error('This test did not ask for ClickHouse: startTestApp({ clickhouse: true })');
    if (['query', 'stream', 'insert', 'command', 'ping'].includes(String(name))) return () => Promise.reject(absent);
    throw absent;
  },
});
