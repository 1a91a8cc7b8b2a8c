import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import { openStores } from './open-stores.ts';
import { prepareApp } from './prepare-app.ts';
import { type RunningServer, serveApp } from './serve-app.ts';
import { takePlace } from './take-place.ts';

/** Opens the databases, brings them to this version, and serves. Throws what the operator has to put right. */
export async function startServer(config: Config, log: Log, say: (line: string) => void): Promise<RunningServer> {
  const place = await takePlace(config, log, say);
  const opened = await openStores(place);
  return serveApp(place, opened, await prepareApp(place, opened));
}
