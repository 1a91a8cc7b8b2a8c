import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assertWritable } from '../is-writable.ts';
import { type EngineLog, keepRunning, type Started } from '../process/keep-running.ts';
import { usualWatch, type Watch, watchOver } from '../process/watchdog.ts';
import type { FromChild, ToChild } from './chdb-child.ts';
import { DataDirInUse, UsageUnopened } from './errors.ts';
import { countedMemory, usualMemory } from './memory.ts';

/** The running engine: where it listens now, undefined while it is being restarted. */
export type EmbeddedEngine = {
  readonly password: string;
  port(): number | undefined;
  pid(): number | undefined;
  /** Calls it each time that it is started again and listens, maybe elsewhere. */
  whenMoved(tell: () => void): void;
  close(): Promise<void>;
};

interface Options {
  /** What its process may have; a part of the machine's where nothing is said. */
  readonly memoryBytes?: number | undefined;
  readonly watch?: Watch;
}

const name = 'The embedded usage database';
const entry = fileURLToPath(new URL('./chdb-child.ts', import.meta.url));
const closeLimitMs = 8_000;

/**
 * Starts chDB in a child process and keeps it alive until `close`: one that ends is started again, one that is frozen is
 * killed. Throws DataDirInUse when the directory is taken, UsageUnopened when the engine refuses what is in it, and
 * OperatorError when it may not be written.
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
    // A port somebody else took in the meantime is not worth waiting for.
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

/** Throws OperatorError where a folder of the engine is there and may not be written. */
export function assertEmbeddable(dataDir: string): void {
  for (const folder of ['clickhouse', 'clickhouse-spool']) assertWritable(join(dataDir, folder));
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
      else {
        // Which file it is stands on stderr, once for each attempt.
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
