import { spawn } from 'node:child_process';

/** The service manager that restarts this process when it dies: systemd, if NOTIFY_SOCKET is set. */
export interface Supervisor {
  /** Reports that we serve. From then on it also reports, as often as WATCHDOG_USEC wants, that the event loop runs. */
  ready(): void;
  stopping(): void;
}

// Node cannot write to such a socket. One shell serves for the whole life of the process, because forking a process
// this large is expensive.
const tellEachLine = 'while read -r state; do systemd-notify "$state"; done';

export function openSupervisor(env: NodeJS.ProcessEnv): Supervisor {
  if (!env['NOTIFY_SOCKET']) return { ready: () => undefined, stopping: () => undefined };
  const teller = spawn('/bin/sh', ['-c', tellEachLine], { stdio: ['pipe', 'ignore', 'ignore'] });
  // A service manager that cannot be told restarts us in its own time; that is no reason to stop serving.
  for (const end of [teller, teller.stdin]) end.on('error', () => undefined);
  const tell = (state: string) => void teller.stdin.write(`${state}\n`);
  const wantsToHearMs = Number(env['WATCHDOG_USEC'] ?? 0) / 1_000;
  return {
    ready: () => {
      tell('READY=1');
      if (wantsToHearMs > 0) setInterval(tell, wantsToHearMs / 3, 'WATCHDOG=1').unref();
    },
    stopping: () => tell('STOPPING=1'),
  };
}
