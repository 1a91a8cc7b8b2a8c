import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { FromChild, ToChild } from './chdb-child.ts';
import { DataDirInUse } from './errors.ts';

export type EngineLog = { info(message: string): void; warn(message: string): void };
/** The running engine: where it listens now, undefined while it is being restarted. */
export type EmbeddedEngine = {
  readonly password: string;
  port(): number | undefined;
  pid(): number | undefined;
  close(): Promise<void>;
};

const entry = fileURLToPath(new URL('./chdb-child.ts', import.meta.url));
const closeLimitMs = 8_000;
const longestBackoffMs = 10_000;

/** Starts chDB in a child process and keeps it alive until `close`. Throws DataDirInUse when the directory is taken. */
export async function startEmbedded(dataDir: string, log: EngineLog): Promise<EmbeddedEngine> {
  const password = randomBytes(24).toString('base64url');
  let closing = false;
  let port: number | undefined;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;
  let child: ChildProcess;

  const start = async (wantedPort: number): Promise<void> => {
    child = spawnChild();
    const started = child;
    try {
      port = await openDatabase(started, { type: 'open', dataDir, password, port: wantedPort });
      started.stderr?.on('data', (chunk: Buffer) => log.warn(`usage database: ${chunk.toString().trimEnd()}`));
    } catch (error) {
      started.kill('SIGKILL');
      throw error;
    }
    failures = 0;
    const lastPort = port;
    const onExit = () => {
      port = undefined;
      if (!closing) restart(lastPort);
    };
    if (started.exitCode !== null || started.signalCode !== null) onExit();
    else started.once('exit', onExit);
  };

  const restart = (lastPort: number): void => {
    const delay = Math.min(50 * 2 ** failures, longestBackoffMs);
    failures += 1;
    log.warn(`The embedded usage database stopped; starting it again in ${delay} ms`);
    retry = setTimeout(() => {
      // A port somebody else took in the meantime is not worth waiting for.
      start(failures > 1 ? 0 : lastPort).catch((error: unknown) => {
        log.warn(
          `The embedded usage database did not start: ${error instanceof Error ? error.message : String(error)}`,
        );
        if (!closing) restart(0);
      });
    }, delay);
  };

  await start(0);
  log.info('The embedded usage database is open');
  return {
    password,
    port: () => port,
    pid: () => child.pid,
    close: async () => {
      closing = true;
      clearTimeout(retry);
      await closeChild(child);
    },
  };
}

function spawnChild(): ChildProcess {
  // Queries occupy a libuv thread each for as long as they run; four, the default, would let slow ones hold up the rest.
  const env = { PATH: process.env.PATH, TZ: 'UTC', UV_THREADPOOL_SIZE: '16' };
  return fork(entry, [], { env, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
}

function openDatabase(child: ChildProcess, request: Extract<ToChild, { type: 'open' }>): Promise<number> {
  return new Promise((resolve, reject) => {
    let complaints = '';
    child.stderr?.on('data', (chunk) => {
      complaints += chunk;
    });
    child.on('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`The embedded usage database ended (${signal ?? code})`)));
    child.once('message', (message: FromChild) => {
      child.stderr?.removeAllListeners('data');
      if (message.type === 'listening') resolve(message.port);
      else if (complaints.includes('Cannot lock file')) reject(new DataDirInUse(request.dataDir));
      else reject(new Error(`The embedded usage database did not open: ${message.message} ${complaints}`));
    });
    child.send(request);
  });
}

async function closeChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const timer = setTimeout(() => child.kill('SIGKILL'), closeLimitMs);
  if (child.connected) child.send({ type: 'close' } satisfies ToChild);
  await exited;
  clearTimeout(timer);
}
