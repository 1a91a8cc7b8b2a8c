import { fileURLToPath } from 'node:url';
import serverPackage from '../package.json' with { type: 'json' };
import { buildApp } from './app.ts';
import { witnessOf } from './features/billing/calendar/witness.ts';
import { httpController } from './features/contract/datacloud/ordering/controller.ts';
import { orderingProvisioner } from './features/contract/datacloud/ordering/ordering-provisioner.ts';
import { startSending } from './features/contract/datacloud/ordering/start-sending.ts';
import { tradeDefaultsOf } from './features/contract/trade-default/trade-defaults.ts';
import { demoAccounts, demoPassword } from './features/installation/demo/demo-accounts.ts';
import { assertNoHalfDemo, serveRecords, withMarkInRecords } from './features/installation/demo/demo-in-records.ts';
import { discardUnfinishedDemo } from './features/installation/demo/discard-unfinished-demo.ts';
import { isDemo } from './features/installation/demo/is-demo.ts';
import { isInstallationEmpty } from './features/installation/demo/is-installation-empty.ts';
import { seedDemo } from './features/installation/demo/seed-demo.ts';
import { withUnfinishedMark } from './features/installation/demo/unfinished-demo.ts';
import { assertTogether } from './features/installation/epoch/epoch.ts';
import { epochOfRecords } from './features/installation/epoch/how-apart.ts';
import { warnOfOtherKeys } from './features/installation/reencrypt/warn-of-other-keys.ts';
import { decideMode } from './features/installation/test-clock/decide-mode.ts';
import { followClock } from './features/installation/test-clock/follow-clock.ts';
import { openClock } from './features/installation/test-clock/movable-clock.ts';
import { marketplaceConfigOf } from './features/marketplace/provider/marketplace-config.ts';
import { openMarketplaces } from './features/marketplace/provider/open-marketplaces.ts';
import { openDemoMarketplaces } from './features/marketplace/stand-in/demo-marketplaces.ts';
import { countFormerUsage } from './features/metering/usage/mending/count-former-usage.ts';
import { releaseClaims } from './features/metering/usage/moving/let-go-of-claims.ts';
import { sealNumbers } from './features/people/citizen/sealed-number.ts';
import { fitOut } from './fittings.ts';
import { assertOwnDatabases } from './platform/assert-own-folder.ts';
import { countedMemory, repliesWithin } from './platform/clickhouse/memory.ts';
import { systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Stores } from './platform/context/context.ts';
import { lockDataDir } from './platform/data-dir-lock.ts';
import { forgetEngines, tellEngines } from './platform/engines/engines-file.ts';
import { openEngines } from './platform/engines/open-engines.ts';
import { formerSecrets } from './platform/former-secrets.ts';
import type { Boot } from './platform/http/listener/console-files.ts';
import { keepExchanging } from './platform/http/listener/keep-exchanging.ts';
import { usualRates } from './platform/http/listener/rate-limits.ts';
import { answerWhileStarting } from './platform/http/listener/starting.ts';
import { openAdmission } from './platform/http/load/admission.ts';
import { openMetrics } from './platform/http/load/metrics.ts';
import { usualPressure } from './platform/http/load/shed.ts';
import { startJobs } from './platform/jobs/open-jobs.ts';
import { keptSecret } from './platform/kept-secret.ts';
import type { Log } from './platform/log.ts';
import { openCarriers } from './platform/message/open-carriers.ts';
import { startDelivery } from './platform/message/start-delivery.ts';
import { hasChecksums } from './platform/postgres/assert-durable.ts';
import { lowerWorkers } from './platform/process/lower-workers.ts';
import { SealingKey } from './platform/sealing/sealing-key.ts';
import { syncFolders } from './platform/sync-folders.ts';

export interface RunningServer {
  readonly port: number;
  readonly internalPort: number;
  /** An e-mail of the demonstration, and its password; absent where there is none. */
  readonly signIn?: string;
  /** Says it is not ready, waits so long for load balancers to notice, finishes what it began, closes everything. */
  stop(noticeMs: number): Promise<void>;
}

/** What the console's page is told before its first request. */
const bootOf = ({ consoleVariant: variant, demoFormUrl, policies, regionHosts }: Config): Boot => ({
  variant,
  version: serverPackage.version,
  // Only the hosted variant has the page that it stands in.
  ...(variant === 'hosted' && { demoFormUrl }),
  policies,
  regionHosts,
});

/** An installation of one's own that carries no messages to telephones. */
const skipsPhones = ({ consoleVariant, smsUrl }: Config) => consoleVariant === 'self-hosted' && smsUrl === undefined;

const consoleDist = fileURLToPath(new URL('../../console/dist', import.meta.url));
const finishLimitMs = 4_000;

/** Opens the databases, brings them to this version, and serves. Throws what the operator has to put right. */
export async function startServer(config: Config, log: Log, say: (line: string) => void): Promise<RunningServer> {
  let progress = '';
  const tell = (line: string) => {
    progress = line;
    say(line);
  };
  if (config.clickhouseUrl === undefined) assertOwnDatabases(config.dataDir);
  tell('Opening the databases ...');
  const isEmbedded = config.databaseUrl === undefined || config.clickhouseUrl === undefined;
  const lock = isEmbedded ? lockDataDir(config.dataDir) : undefined;
  // Of one that was killed, whose number may be ours in a new container.
  if (isEmbedded) forgetEngines(config.dataDir);
  const atInternal = { port: config.internalPort, host: config.internalHost, tellsAlive: true };
  const startingInternal = await answerWhileStarting(atInternal, () => progress);
  const starting = await answerWhileStarting({ port: config.port, tellsAlive: false }, () => progress);

  if (config.databaseUrl !== undefined && config.databaseOwnerUrl === undefined)
    log.warn(
      'DATABASE_OWNER_URL is not set: the role of DATABASE_URL owns its tables and could take away what guards them',
    );
  const isOurs = config.databaseUrl === undefined && config.clickhouseUrl === undefined;
  const { dataDir, clickhouseMemoryBytes: memoryBytes } = config;
  if (isOurs) await discardUnfinishedDemo({ dataDir, memoryBytes, log, now: systemClock.now(), tell });
  const engines = await openEngines({ ...config, log });
  const { postgres, clickhouse } = engines;
  if (!isOurs) await assertNoHalfDemo(engines.ownerUrl, { seed: config.seed, log });
  await decideMode({ db: postgres.db, clickhouse }, config);
  const clock = await openClock(postgres.db, systemClock);
  const stores: Stores = { db: postgres.db, clickhouse, clock, log };
  await assertTogether(stores);
  await countFormerUsage(stores);
  // Nobody else is at work on a database of our own: what is claimed there, a process that was killed had.
  if (config.databaseUrl === undefined) await releaseClaims(stores.db);
  if (!(await hasChecksums(stores.db)))
    log.warn(
      'PostgreSQL keeps no checksums (pg_checksums --enable): a page that its disk has changed would not be noticed',
    );
  const sealingKey = new SealingKey(
    config.sealingSecret ?? keptSecret(dataDir, 'sealing-key'),
    formerSecrets(dataDir, config.formerSealingSecret),
  );
  const unreadableSecrets = await warnOfOtherKeys(stores, sealingKey);
  await lowerWorkers();
  const metrics = openMetrics();
  metrics.gauge('usance_postgres_connections', 'Connections of this process, and who waits for one', async () =>
    Object.entries(postgres.connections()).map(([what, value]) => ({ labels: { what }, value })),
  );
  const counted = config.clickhouseUrl === undefined ? countedMemory(config.clickhouseMemoryBytes) : undefined;
  const isToBeMade = config.seed === 'demo' && (await isInstallationEmpty(stores));
  const demo =
    config.marketplacesFile === undefined && (isToBeMade || (await isDemo(stores.db)))
      ? await openDemoMarketplaces(clock)
      : undefined;
  let draining = false;
  const deps = fitOut(stores, {
    sealingKey,
    publicUrl: config.publicUrl,
    tradeDefaults: tradeDefaultsOf(config.tradeDefaultsFile),
    twoPeopleAbove: config.twoPeopleAbove,
    datacloudHold: config.datacloudHold,
    marketplaces: demo?.marketplaces ?? openMarketplaces(marketplaceConfigOf(config.marketplacesFile)),
    skipsPhones: skipsPhones(config),
    isSelfHosted: config.consoleVariant === 'self-hosted',
    ...(config.provisioner && { provisioner: orderingProvisioner }),
    process: { version: serverPackage.version, metrics, isDraining: () => draining, dataDir, unreadableSecrets },
    witness: witnessOf(stores.db),
    testClock: clock,
  });
  const app = await buildApp(deps, {
    internalToken: config.internalToken,
    isTokenShared: config.isTokenMade && config.databaseUrl !== undefined,
    trustProxy: config.trustProxy,
    console: { dist: consoleDist, boot: bootOf(config) },
    overload: {
      admission: openAdmission({ replies: repliesWithin(counted) }),
      pressure: usualPressure,
      rates: usualRates,
    },
  });
  await Promise.all([app.publicListener.ready(), app.internalListener.ready()]);
  // A server that is refused has sealed nothing by a key that the others may lack.
  await sealNumbers(deps, sealingKey);
  // SEED=demo: the demonstration is made here, before the jobs run and anybody is let in.
  if (isToBeMade) {
    const seed = () => seedDemo(deps, { isLinked: demo !== undefined }, tell);
    if (isOurs) await withUnfinishedMark(config.dataDir, await epochOfRecords(deps.db), seed);
    else await withMarkInRecords(engines.ownerUrl, () => isInstallationEmpty(deps), seed);
  }
  const serving = config.databaseUrl === undefined ? undefined : await serveRecords(config.databaseUrl);
  // From here on a command may work beside us: a backup of half a demonstration would be one for ever.
  const told = isEmbedded ? tellEngines(config.dataDir, engines, config) : undefined;
  const jobs = await startJobs({ postgres, clock: deps.clock, log, metrics }, app.ticks);
  const delivery = startDelivery({ ...deps, publicUrl: config.publicUrl }, openCarriers(config));
  const sending = config.provisioner && startSending(deps, httpController(config.provisioner));
  const exchanging = keepExchanging(app.counts, deps);
  const stopFollowing = followClock(deps, clock);

  // What is acknowledged from here on lies in these folders.
  if (isEmbedded) syncFolders(config.dataDir);
  await Promise.all([starting.close(), startingInternal.close()]);
  await app.internalListener.listen({ port: startingInternal.port, host: config.internalHost });
  await app.publicListener.listen({ port: starting.port, host: starting.host });

  const [shown] = demoAccounts;
  return {
    port: starting.port,
    internalPort: startingInternal.port,
    ...(shown && (await isDemo(deps.db)) && { signIn: `${shown.identifier} with ${demoPassword}` }),
    stop: async (noticeMs) => {
      draining = true;
      stopFollowing();
      const jobsStopped = jobs.stop(noticeMs + finishLimitMs);
      await new Promise((resolve) => setTimeout(resolve, noticeMs));
      const listeners = [app.publicListener, app.internalListener];
      const cutOff = setTimeout(() => {
        for (const listener of listeners) listener.server.closeAllConnections();
      }, finishLimitMs);
      await Promise.all([
        jobsStopped,
        delivery.stop(),
        sending?.stop(),
        demo?.close(),
        exchanging.stop(),
        ...listeners.map((listener) => listener.close()),
      ]);
      clearTimeout(cutOff);
      told?.forget();
      await serving?.close();
      await engines.close();
      lock?.release();
    },
  };
}
