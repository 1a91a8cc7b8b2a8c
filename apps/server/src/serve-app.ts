import { syncFolders } from '#platform/data-dir/sync-folders.ts';
import { tellEngines } from '#platform/engines/engines-file.ts';
import { keepExchanging } from '#platform/http/listener/limit/keep-exchanging.ts';
import { startJobs } from '#platform/jobs/open-jobs.ts';
import { openCarriers } from '#platform/message/open-carriers.ts';
import { startDelivery } from '#platform/message/start-delivery.ts';
import type { App } from './app.ts';
import { httpController } from './features/contract/datacloud/ordering/controller.ts';
import { startSending } from './features/contract/datacloud/ordering/start-sending.ts';
import { serveRecords } from './features/installation/demo/demo-in-records.ts';
import { isDemo } from './features/installation/demo/is-demo.ts';
import { demoAccounts, demoPassword } from './features/installation/demo/story/demo-accounts.ts';
import { followClock } from './features/installation/test-clock/follow-clock.ts';
import { isEmbedded, type StartingPlace } from './lock-folder.ts';
import type { OpenStores } from './open-stores.ts';
import type { PreparedApp } from './prepare-app.ts';

export interface RunningServer {
  readonly port: number;
  readonly internalPort: number;
  /** An e-mail of the demonstration and its password; absent without one. */
  readonly signIn?: string;
  /** Reports that it is not ready, waits `noticeMs` for load balancers, finishes running work, closes everything. */
  stop(noticeMs: number): Promise<void>;
}

const finishLimitMs = 4_000;

/** Starts all recurring work and opens the listeners. */
export async function serveApp(
  { config, log, open, openInternal, release }: StartingPlace,
  { engines, clock }: OpenStores,
  { app, deps, standIn, drain }: PreparedApp,
): Promise<RunningServer> {
  const serving = config.databaseUrl === undefined ? undefined : await serveRecords(config.databaseUrl);
  // From here on commands may work beside the server; earlier, a backup could catch half a demonstration.
  const told = isEmbedded(config) ? tellEngines(config.dataDir, engines, config) : undefined;
  const { metrics } = deps.process;
  const jobs = await startJobs({ postgres: engines.postgres, clock: deps.clock, log, metrics }, app.ticks);
  const delivery = startDelivery({ ...deps, publicUrl: config.publicUrl }, openCarriers(config));
  const sending = config.provisioner && startSending(deps, httpController(config.provisioner));
  const exchanging = keepExchanging(app.counts, deps);
  const stopFollowing = followClock(deps, clock);

  // Acknowledged data will lie in these folders.
  if (isEmbedded(config)) syncFolders(config.dataDir);
  await Promise.all([open.close(), openInternal.close()]);
  await app.internalListener.listen({ port: openInternal.port, host: config.internalHost });
  await app.publicListener.listen({ port: open.port, host: open.host });

  const [shown] = demoAccounts;
  return {
    port: open.port,
    internalPort: openInternal.port,
    ...(shown && (await isDemo(deps.db)) && { signIn: `${shown.identifier} with ${demoPassword}` }),
    stop: async (noticeMs) => {
      drain();
      stopFollowing();
      const jobsStopped = jobs.stop(noticeMs + finishLimitMs);
      await new Promise((resolve) => setTimeout(resolve, noticeMs));
      await Promise.all([
        jobsStopped,
        delivery.stop(),
        sending?.stop(),
        standIn?.close(),
        exchanging.stop(),
        closeListeners(app),
      ]);
      told?.forget();
      await serving?.close();
      await deps.replica?.close();
      await engines.close();
      release();
    },
  };
}

/** Answers running requests for some seconds, then cuts the connections. */
async function closeListeners({ publicListener, internalListener }: App): Promise<void> {
  const listeners = [publicListener, internalListener];
  const cutOff = setTimeout(() => {
    for (const listener of listeners) listener.server.closeAllConnections();
  }, finishLimitMs);
  await Promise.all(listeners.map((listener) => listener.close()));
  clearTimeout(cutOff);
}
