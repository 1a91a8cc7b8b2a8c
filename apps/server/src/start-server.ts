import type { Config } from '#platform/config/config.ts';
import type { Log } from '#platform/log.ts';
import { lockFolder } from './lock-folder.ts';
import { openStores } from './open-stores.ts';
import { prepareApp } from './prepare-app.ts';
import { type RunningServer, serveApp } from './serve-app.ts';

/**
 * Opens the databases, migrates them to this version, and serves. Throws OperatorError if the operator can fix the
 * cause.
 */
export async function startServer(config: Config, log: Log, say: (line: string) => void): Promise<RunningServer> {
  const place = await lockFolder(config, log, say);
  const opened = await openStores(place);
  return serveApp(place, opened, await prepareApp(place, opened));
}
