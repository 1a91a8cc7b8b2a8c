import { fileURLToPath } from 'node:url';
import { countedMemory, repliesWithin } from '#platform/clickhouse/memory.ts';
import type { Config } from '#platform/config/config.ts';
import type { Deps } from '#platform/context/context.ts';
import { formerSecrets } from '#platform/data-dir/former-secrets.ts';
import { keptSecret } from '#platform/data-dir/kept-secret.ts';
import { usualRates } from '#platform/http/listener/limit/rate-limits.ts';
import type { Boot } from '#platform/http/listener/page/console-files.ts';
import { openAdmission } from '#platform/http/load/admission.ts';
import { type Metrics, openMetrics } from '#platform/http/load/metrics.ts';
import { usualPressure } from '#platform/http/load/shed.ts';
import { lowerWorkers } from '#platform/process/lower-workers.ts';
import { SealingKey } from '#platform/sealing/sealing-key.ts';
import serverPackage from '../package.json' with { type: 'json' };
import { type App, type AppOptions, buildApp } from './app.ts';
import { witnessOf } from './features/billing/calendar/witness.ts';
import { orderingProvisioner } from './features/contract/datacloud/ordering/ordering-provisioner.ts';
import { tradeDefaultsOf } from './features/contract/trade-default/trade-defaults.ts';
import { withMarkInRecords } from './features/installation/demo/demo-in-records.ts';
import { isDemo } from './features/installation/demo/is-demo.ts';
import { isInstallationEmpty } from './features/installation/demo/is-installation-empty.ts';
import { seedDemo } from './features/installation/demo/seed-demo.ts';
import { demoPeople } from './features/installation/demo/story/demo-accounts.ts';
import { withUnfinishedMark } from './features/installation/demo/unfinished-demo.ts';
import { epochOfRecords } from './features/installation/epoch/difference.ts';
import { warnOfOtherKeys } from './features/installation/reencrypt/warn-of-other-keys.ts';
import { marketplaceConfigOf } from './features/marketplace/provider/marketplace-config.ts';
import { openMarketplaces } from './features/marketplace/provider/open-marketplaces.ts';
import { openDemoMarketplaces } from './features/marketplace/stand-in/demo-marketplaces.ts';
import { fitOut } from './fittings.ts';
import type { StartingPlace } from './lock-folder.ts';
import { isAllOurs, type OpenStores } from './open-stores.ts';

export interface PreparedApp {
  readonly app: App;
  readonly deps: Deps;
  /** The stand-in for marketplaces, if this is a demonstration. */
  readonly standIn: DemoMarketplaces | undefined;
  /** Makes the server report that it is not ready. */
  drain(): void;
}

type DemoMarketplaces = Awaited<ReturnType<typeof openDemoMarketplaces>>;

const consoleDist = fileURLToPath(new URL('../../console/dist', import.meta.url));

/** Builds the app over its stores, and creates the demonstration if there is to be one; nothing listens yet. */
export async function prepareApp(
  { config, tell }: StartingPlace,
  { engines, stores, clock }: OpenStores,
): Promise<PreparedApp> {
  const sealingKey = sealingKeyOf(config);
  const unreadableSecrets = await warnOfOtherKeys(stores, sealingKey);
  await lowerWorkers();
  const isToBeMade = config.seed === 'demo' && (await isInstallationEmpty(stores));
  const hasDemo = isToBeMade || (await isDemo(stores.db));
  const isShown = config.marketplacesFile === undefined && hasDemo;
  const standIn = isShown ? await openDemoMarketplaces(clock) : undefined;
  let isDraining = false;
  const drain = () => {
    isDraining = true;
  };
  const deps = fitOut(stores, {
    ...saidIn(config),
    sealingKey,
    marketplaces: standIn?.marketplaces ?? openMarketplaces(marketplaceConfigOf(config.marketplacesFile)),
    process: {
      version: serverPackage.version,
      metrics: metricsOf(engines, stores),
      isDraining: () => isDraining,
      dataDir: config.dataDir,
      unreadableSecrets,
    },
    witness: witnessOf(stores.db),
    testClock: clock,
  });
  const app = await buildApp(deps, optionsOf(config, hasDemo));
  await Promise.all([app.publicListener.ready(), app.internalListener.ready()]);
  if (isToBeMade) {
    const seed = () => seedDemo(deps, { isLinked: standIn !== undefined }, tell);
    if (isAllOurs(config)) await withUnfinishedMark(config.dataDir, await epochOfRecords(deps.db), seed);
    else await withMarkInRecords(engines.ownerUrl, () => isInstallationEmpty(deps), seed);
  }
  return { app, deps, standIn, drain };
}

const sealingKeyOf = ({ dataDir, sealingSecret, formerSealingSecret }: Config) =>
  new SealingKey(sealingSecret ?? keptSecret(dataDir, 'sealing-key'), formerSecrets(dataDir, formerSealingSecret));

/** The operator's settings for the installation. */
const saidIn = (config: Config) => ({
  publicUrl: config.publicUrl,
  tradeDefaults: tradeDefaultsOf(config.tradeDefaultsFile),
  twoPeopleAbove: config.twoPeopleAbove,
  datacloudHold: config.datacloudHold,
  // A self-hosted installation may have no SMS provider.
  skipsPhones: config.consoleVariant === 'self-hosted' && config.smsUrl === undefined,
  isSelfHosted: config.consoleVariant === 'self-hosted',
  ...(config.provisioner && { provisioner: orderingProvisioner }),
});

function metricsOf({ postgres }: OpenStores['engines'], { replica }: OpenStores['stores']): Metrics {
  const metrics = openMetrics();
  metrics.gauge('usance_postgres_connections', 'Connections of this process, and who waits for one', async () =>
    Object.entries(postgres.connections()).map(([what, value]) => ({ labels: { what }, value })),
  );
  if (replica)
    metrics.gauge('usance_replica_reads', 'Reads that a replica may answer, by the database that did', async () =>
      Object.entries(replica.answered()).map(([what, value]) => ({ labels: { what }, value })),
    );
  return metrics;
}

function optionsOf(config: Config, hasDemo: boolean): AppOptions {
  const counted = config.clickhouseUrl === undefined ? countedMemory(config.clickhouseMemoryBytes) : undefined;
  return {
    internalToken: config.internalToken,
    isTokenShared: config.isTokenMade && config.databaseUrl !== undefined,
    trustProxy: config.trustProxy,
    console: { dist: consoleDist, boot: { ...bootOf(config), demoPeople: hasDemo ? demoPeople : undefined } },
    overload: {
      admission: openAdmission({ replies: repliesWithin(counted) }),
      pressure: usualPressure,
      rates: usualRates,
    },
  };
}

/** The data that the console's page gets before its first request. */
const bootOf = ({ consoleVariant: variant, demoFormUrl, policies, regionHosts }: Config): Boot => ({
  variant,
  version: serverPackage.version,
  // Only the hosted variant has the page with the form.
  ...(variant === 'hosted' && { demoFormUrl }),
  policies,
  regionHosts,
});
