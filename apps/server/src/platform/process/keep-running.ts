import type { ChildProcess } from 'node:child_process';

export type EngineLog = { info(message: string): void; warn(message: string): void };

/** One attempt to start a process: the child exists at once, and `ready` resolves when it serves. */
export interface Started {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
}

interface Kind {
  /** Its name in the log. */
  readonly name: string;
  /** `failures` counts the failed attempts since the last one that served. */
  start(failures: number): Promise<Started>;
  /** Asks a process to end in good order; its end is awaited. */
  stop(child: ChildProcess): void;
}

export interface KeptProcess {
  /** The process that runs now, or the last that did. */
  child(): ChildProcess;
  /** Stops the process for good. */
  close(): Promise<void>;
}

const longestBackoffMs = 10_000;

/**
 * Keeps a process running: starts another whenever it ends by itself, until it is closed. Throws if the first does not
 * serve.
 */
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

/** True if the process has ended, by itself or by a signal. */
export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
