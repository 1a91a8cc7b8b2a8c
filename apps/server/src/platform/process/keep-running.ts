import type { ChildProcess } from 'node:child_process';

export type EngineLog = { info(message: string): void; warn(message: string): void };

/** One attempt to start a process: it is there at once, and serves when `ready` resolves. */
export interface Started {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
}

interface Kind {
  /** What it is called in the log. */
  readonly name: string;
  /** Is told how many attempts have failed since the last that served. */
  start(failures: number): Promise<Started>;
  /** Asks a process to end in good order; it is waited for. */
  stop(child: ChildProcess): void;
}

export interface KeptProcess {
  /** The one that runs now, or did last. */
  child(): ChildProcess;
  /** Stops it, and starts no other. */
  close(): Promise<void>;
}

const longestBackoffMs = 10_000;

/** Starts a process, and another whenever it ends by itself, until it is closed. Throws when the first does not serve. */
export async function keepRunning(kind: Kind, log: EngineLog): Promise<KeptProcess> {
  let closing = false;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;
  let current: ChildProcess | undefined;

  const begin = async (): Promise<void> => {
    const { child, ready } = await kind.start(failures);
    current = child;
    try {
      await ready;
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
    failures = 0;
    if (hasEnded(child)) again();
    else child.once('exit', again);
  };
  const again = (): void => {
    if (closing) return;
    const delay = Math.min(50 * 2 ** failures, longestBackoffMs);
    failures += 1;
    log.warn(`${kind.name} stopped; starting it again in ${delay} ms`);
    retry = setTimeout(() => {
      beginning = begin().catch((error: unknown) => {
        log.warn(`${kind.name} did not start: ${error instanceof Error ? error.message : String(error)}`);
        again();
      });
    }, delay);
  };

  let beginning = begin();
  await beginning;
  return {
    child: () => current as ChildProcess,
    close: async () => {
      closing = true;
      clearTimeout(retry);
      await beginning;
      if (current) await ended(current, kind.stop);
    },
  };
}

async function ended(child: ChildProcess, stop: (child: ChildProcess) => void): Promise<void> {
  if (hasEnded(child)) return;
  const end = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  stop(child);
  await end;
}

/** Whether the process has ended, by itself or by a signal. */
export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
