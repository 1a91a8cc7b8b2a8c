import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assertWritable } from '../data-dir/is-writable.ts';
import { type EngineLog, keepRunning, type Started } from '../process/keep-running.ts';
import { usualWatch, type Watch, watchOver } from '../process/watchdog.ts';
import type { FromChild, ToChild } from './chdb-child.ts';
import { DataDirInUse, UsageUnopened } from './errors.ts';
import { countedMemory, usualMemory } from './memory.ts';

/** The running engine; its port is undefined while it restarts. */
export type EmbeddedEngine = {
  readonly password: string;
  port(): number | undefined;
  pid(): number | undefined;
  /** Calls `tell` each time that it has restarted, maybe on another port. */
  whenMoved(tell: () => void): void;
  close(): Promise<void>;
};

interface Options {
  /** The memory limit of its process; a share of the machine's memory by default. */
  readonly memoryBytes?: number | undefined;
  readonly watch?: Watch;
}

const name = 'The embedded usage database';
const entry = fileURLToPath(new URL('./chdb-child.ts', import.meta.url));
const closeLimitMs = 8_000;

/**
 * Starts chDB in a child process and keeps it alive until `close`: an ended process is restarted, a frozen one killed.
 * Throws DataDirInUse, UsageUnopened if the engine refuses its files, and OperatorError if the folder is not writable.
 */
export async function startEmbedded(
  dataDir: string,
  log: EngineLog,
  { memoryBytes = usualMemory(), watch = usualWatch }: Options = {},
): Promise<EmbeddedEngine> {
  assertEmbeddable(dataDir);
  const password = randomBytes(24).toString('base64url');
  let port: number | undefined;
  let lastPort = 0;
  const moved = new EventEmitter();

  const start = async (failures: number): Promise<Started> => {
    const child = spawnChild();
    child.once('exit', () => {
      port = undefined;
    });
    // After a failure, another process may have taken the former port, so any port will do.
    const wanted = failures > 1 ? 0 : lastPort;
    const counted = countedMemory(memoryBytes);
    const request = { type: 'open', dataDir, password, port: wanted, memoryBytes: counted } as const;
    const ready = openDatabase(child, request).then((listensAt) => {
      port = lastPort = listensAt;
      moved.emit('moved');
      watchOver(child, { name, ask: () => ask(child), isAnswer }, log, watch);
      child.stderr?.on('data', (chunk: Buffer) => log.warn(`usage database: ${chunk.toString().trimEnd()}`));
    });
    return { child, ready };
  };

  const kept = await keepRunning({ name, start, stop: closeChild }, log);
  log.info(`${name} is open`);
  return {
    password,
    port: () => port,
    pid: () => kept.child().pid,
    whenMoved: (tell) => void moved.on('moved', tell),
    close: () => kept.close(),
  };
}

/** Throws OperatorError if a folder of the engine exists and is not writable. */
export function assertEmbeddable(dataDir: string): void {
  for (const folder of ['clickhouse', 'clickhouse-spool']) assertWritable(join(dataDir, folder));
}

function spawnChild(): ChildProcess {
  // Each running query occupies a libuv thread; with the default of four, slow queries would hold up the rest.
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
      else {
        // The name of the file is on stderr, once for each attempt.
        const said = `${message.type === 'failed' ? message.message : ''}\n${complaints}`;
        const why = [...new Set(said.trim().split(/\s*\n/))].join(' ');
        reject(new UsageUnopened(join(request.dataDir, 'clickhouse'), why));
      }
    });
    child.send(request);
  });
}

const ask = (child: ChildProcess) => child.send({ type: 'ping' } satisfies ToChild);
const isAnswer = (message: unknown) => (message as FromChild).type === 'alive';

function closeChild(child: ChildProcess): void {
  const timer = setTimeout(() => child.kill('SIGKILL'), closeLimitMs);
  child.once('exit', () => clearTimeout(timer));
  if (child.connected) child.send({ type: 'close' } satisfies ToChild);
}
