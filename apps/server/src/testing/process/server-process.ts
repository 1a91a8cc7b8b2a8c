import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../main.ts', import.meta.url));

export interface ServerProcess {
  readonly url: string;
  readonly internalUrl: string;
  readonly child: ChildProcess;
  /** Sends the signal, waits for the end, and returns the exit code; null if the signal itself ended the process. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export interface Ending {
  readonly code: number | null;
  readonly output: string;
}

/** Starts the real server in its own process, on free ports unless `env` names them, and waits until it is ready. */
export async function startServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  const { child, ended, output } = spawnServer(env);
  const ready = /ready at (http:\S+) \(internal API on port (\d+)\)/;
  const [, url, internalPort] = await new Promise<RegExpExecArray>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = ready.exec(output());
      if (found) resolve(found);
    });
    void ended.then((ending) => reject(new Error(`The server ended with ${ending.code}: ${ending.output}`)));
  });
  return {
    url: String(url),
    internalUrl: `http://127.0.0.1:${internalPort}`,
    child,
    end: async (signal) => {
      child.kill(signal);
      return (await ended).code;
    },
  };
}

/** Starts a server that is expected to fail, and returns how it ended. */
export function endingOfServer(env: Record<string, string>): Promise<Ending> {
  return spawnServer(env).ended;
}

/** Returns distinct free ports: all are held until the last one is drawn. */
export async function freePorts<const Names extends readonly string[]>(
  ...names: Names
): Promise<Record<Names[number], number>> {
  const held = await Promise.all(names.map(() => holdPort()));
  await Promise.all(held.map(({ release }) => release()));
  return Object.fromEntries(names.map((name, index) => [name, held[index]?.port])) as Record<Names[number], number>;
}

async function holdPort() {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server on a port has a port');
  return { port: address.port, release: () => new Promise((closed) => server.close(closed)) };
}

const { PATH, NODE_COMPILE_CACHE } = process.env;

/** The part of the test's environment that a process started by a test gets. */
export const ofThisRun = { PATH, NODE_COMPILE_CACHE };

const running = new Set<ChildProcess>();

/** Call after a test: a failed one must not leave a server behind. */
export function killServers(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Starts a server without waiting for it. */
export function spawnServer(env: Record<string, string>) {
  const child = spawn(process.execPath, [entry], {
    env: { ...ofThisRun, PORT: '0', INTERNAL_PORT: '0', SEED: 'none', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const ended = new Promise<Ending>((resolve) => {
    child.once('close', (code) => resolve({ code, output: text }));
  });
  return { child, ended, output: () => text };
}
