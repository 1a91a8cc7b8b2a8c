import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { type Clock, ManualClock } from '#platform/clock.ts';
import type { Deps, Stores } from '#platform/context/context.ts';
import { openMetrics } from '#platform/http/load/metrics.ts';
import { openReplica } from '#platform/postgres/replica/replica.ts';
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
  /** Runs SQL as the owner of the tables, for changes that the application may not make. */
  ownerScript(text: string): Promise<void>;
  /** Throws if the tests have left inconsistent data. */
  close(): Promise<void>;
}

/** The part of a test app that fixtures without an engine need; a database of an earlier version suffices. */
export interface Records {
  readonly deps: Pick<Deps, 'db' | 'log'>;
  readonly clock: Clock;
}

export const testToken = 'test-internal-token-0123456789';

interface Options extends Omit<SaidByOperator, 'testClock'> {
  readonly now?: string;
  /** The URL of a streaming replica of the database at this URL; there is none by default. */
  readonly replicaOf?: (url: string) => string;
  /** True to start a usage database. */
  readonly clickhouse?: boolean;
  /** None by default: tests send more requests than a person. */
  readonly overload?: AppOptions['overload'];
  /** Proxies whose forwarded addresses are trusted; none by default. */
  readonly trustProxy?: readonly string[];
  /** The console to serve; none by default. */
  readonly console?: AppOptions['console'];
  /** True for a sandbox whose time can be moved; `clock` is the real time then. */
  readonly sandbox?: boolean;
  /** The reason why the tests leave inconsistent data on purpose. */
  readonly damaged?: string;
}

/** `postgresUrl` uses the application's role. */
type StartedApp = TestApp & { readonly postgresUrl: string };

/** Starts the whole server on real engines, with a clock that the test moves. `close` verifies the installation. */
export async function startTestApp(options: Options = {}): Promise<StartedApp> {
  const clock = new ManualClock(options.now ?? '2026-10-15T12:00:00Z');
  const postgres = await openTestPostgres();
  const engine = options.clickhouse ? await openTestClickHouse() : absentClickHouse;
  if (options.sandbox) await postgres.db.insertInto('installation_mode').values({ is_sandbox: true }).execute();
  const testClock = options.sandbox ? await openClock(postgres.db, clock) : undefined;
  const stores: Stores = {
    db: postgres.db,
    replica: options.replicaOf && (await openReplica(options.replicaOf(postgres.url), postgres.db, silent)),
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
    replicaOf: _replica,
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
      await stores.replica?.close();
      try {
        if (damaged === undefined) assertSound(await problemsOf(deps, options.clickhouse && engine));
      } finally {
        if (options.clickhouse) await engine.close();
        await postgres.close();
      }
    },
  };
}

/** Verifies the installation or, without a usage database, only the ledger and the vouchers. */
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
  if (problems.length > 0) throw new Error(`These tests leave an inconsistent installation:\n${problems.join('\n')}`);
}

/**
 * Rejects instead of throwing, like an unreachable database: code that queries both engines at once would otherwise
 * leave a rejection unhandled.
 */
const absentClickHouse = new Proxy({} as ClickHouse, {
  get: (_, name) => {
    const absent = new Error('This test did not ask for ClickHouse: startTestApp({ clickhouse: true })');
    if (['query', 'stream', 'insert', 'command', 'ping'].includes(String(name))) return () => Promise.reject(absent);
    throw absent;
  },
});
