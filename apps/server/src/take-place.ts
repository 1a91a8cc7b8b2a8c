import { assertOwnDatabases } from '#platform/assert-own-folder.ts';
import type { Config } from '#platform/config.ts';
import { lockDataDir } from '#platform/data-dir-lock.ts';
import { forgetEngines } from '#platform/engines/engines-file.ts';
import { answerWhileStarting } from '#platform/http/listener/starting.ts';
import type { Log } from '#platform/log.ts';

/** A server that starts holds its folder, and its ports say that it starts. */
export interface StartingPlace {
  readonly config: Config;
  readonly log: Log;
  /** Says to the terminal, and to whoever asks the ports, how far it is. */
  tell(line: string): void;
  readonly open: StartingListener;
  readonly openInternal: StartingListener;
  /** At the very end. */
  release(): void;
}

type StartingListener = Awaited<ReturnType<typeof answerWhileStarting>>;

/** Whether an engine of its own stands in the server's folder. */
export const isEmbedded = ({ databaseUrl, clickhouseUrl }: Config): boolean =>
  databaseUrl === undefined || clickhouseUrl === undefined;

/** Takes the folder and the ports. Throws what the operator has to put right. */
export async function takePlace(config: Config, log: Log, say: (line: string) => void): Promise<StartingPlace> {
  let progress = '';
  const tell = (line: string) => {
    progress = line;
    say(line);
  };
  if (config.clickhouseUrl === undefined) assertOwnDatabases(config.dataDir);
  tell('Opening the databases ...');
  const lock = isEmbedded(config) ? lockDataDir(config.dataDir) : undefined;
  // Of one that was killed, whose number may be ours in a new container.
  if (isEmbedded(config)) forgetEngines(config.dataDir);
  const atInternal = { port: config.internalPort, host: config.internalHost, tellsAlive: true };
  const openInternal = await answerWhileStarting(atInternal, () => progress);
  const open = await answerWhileStarting({ port: config.port, tellsAlive: false }, () => progress);
  return { config, log, tell, open, openInternal, release: () => lock?.release() };
}
