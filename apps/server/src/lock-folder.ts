import type { Config } from '#platform/config/config.ts';
import { assertOwnDatabases } from '#platform/data-dir/assert-own-folder.ts';
import { lockDataDir } from '#platform/data-dir/data-dir-lock.ts';
import { forgetEngines } from '#platform/engines/engines-file.ts';
import { answerWhileStarting } from '#platform/http/listener/starting.ts';
import type { Log } from '#platform/log.ts';

/** A starting server: it has locked its folder, and its ports answer that it starts. */
export interface StartingPlace {
  readonly config: Config;
  readonly log: Log;
  /** Shows the progress on the terminal and on the ports. */
  tell(line: string): void;
  readonly open: StartingListener;
  readonly openInternal: StartingListener;
  /** Unlocks the folder; called at the very end. */
  release(): void;
}

type StartingListener = Awaited<ReturnType<typeof answerWhileStarting>>;

/** True if an embedded engine uses the server's folder. */
export const isEmbedded = ({ databaseUrl, clickhouseUrl }: Config): boolean =>
  databaseUrl === undefined || clickhouseUrl === undefined;

/** Locks the folder and opens the ports. Throws OperatorError if the operator can fix the cause. */
export async function lockFolder(config: Config, log: Log, say: (line: string) => void): Promise<StartingPlace> {
  let progress = '';
  const tell = (line: string) => {
    progress = line;
    say(line);
  };
  if (config.clickhouseUrl === undefined) assertOwnDatabases(config.dataDir);
  tell('Opening the databases ...');
  const lock = isEmbedded(config) ? lockDataDir(config.dataDir) : undefined;
  // Addresses of a killed server, whose process id may be ours in a new container.
  if (isEmbedded(config)) forgetEngines(config.dataDir);
  const atInternal = { port: config.internalPort, host: config.internalHost, tellsAlive: true };
  const openInternal = await answerWhileStarting(atInternal, () => progress);
  const open = await answerWhileStarting({ port: config.port, tellsAlive: false }, () => progress);
  return { config, log, tell, open, openInternal, release: () => lock?.release() };
}
