import { systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Stores } from '#platform/context/context.ts';
import { openEngines } from '#platform/engines/open-engines.ts';
import { hasChecksums } from '#platform/postgres/assert-durable.ts';
import { openReplica } from '#platform/postgres/replica/replica.ts';
import { assertNoHalfDemo } from './features/installation/demo/demo-in-records.ts';
import { discardUnfinishedDemo } from './features/installation/demo/discard-unfinished-demo.ts';
import { assertTogether } from './features/installation/epoch/epoch.ts';
import { decideMode } from './features/installation/test-clock/decide-mode.ts';
import { type MovableClock, openClock } from './features/installation/test-clock/movable-clock.ts';
import { releaseClaims } from './features/metering/usage/moving/release-claims.ts';
import type { StartingPlace } from './lock-folder.ts';

export interface OpenStores {
  readonly engines: OpenEngines;
  readonly stores: Stores;
  readonly clock: MovableClock;
}

type OpenEngines = Awaited<ReturnType<typeof openEngines>>;

/** True if both databases are embedded, so that no other server uses them. */
export const isAllOurs = ({ databaseUrl, clickhouseUrl }: Config): boolean =>
  databaseUrl === undefined && clickhouseUrl === undefined;

/** Opens both databases, migrates them to this version, and checks that they belong to one installation. */
export async function openStores({ config, log, tell }: StartingPlace): Promise<OpenStores> {
  if (config.databaseUrl !== undefined && config.databaseOwnerUrl === undefined)
    log.warn('DATABASE_OWNER_URL is not set: the role of DATABASE_URL owns its tables and could remove their guards');
  const { dataDir, clickhouseMemoryBytes: memoryBytes } = config;
  if (isAllOurs(config)) await discardUnfinishedDemo({ dataDir, memoryBytes, log, now: systemClock.now(), tell });
  const engines = await openEngines({ ...config, log });
  const { postgres, clickhouse } = engines;
  if (!isAllOurs(config)) await assertNoHalfDemo(engines.ownerUrl, { seed: config.seed, log });
  await decideMode({ db: postgres.db, clickhouse }, config);
  const clock = await openClock(postgres.db, systemClock);
  const { databaseReplicaUrl } = config;
  const replica = databaseReplicaUrl ? await openReplica(databaseReplicaUrl, postgres.db, log) : undefined;
  const stores: Stores = { db: postgres.db, replica, clickhouse, clock, log };
  await assertTogether(stores);
  // No other server uses an embedded database, so its claims belong to a killed process.
  if (config.databaseUrl === undefined) await releaseClaims(stores.db);
  if (!(await hasChecksums(stores.db)))
    log.warn('PostgreSQL keeps no checksums (pg_checksums --enable): corruption by its disk would go unnoticed');
  return { engines, stores, clock };
}
