import { spawn } from 'node:child_process';

/** Whoever starts this process again when it dies: systemd, where it asks to be told (NOTIFY_SOCKET). */
export interface Supervisor {
  /** We serve. From here on it is told, as often as it wants to hear it (WATCHDOG_USEC), that our event loop goes round. */
  ready(): void;
  stopping(): void;
}

// Node sends nothing to such a socket itself. One shell does it for all our life, since a process as large as ours may
// become is not cheap to fork.
const tellEachLine = 'while read -r state; do systemd-notify "$state"; done';

export function openSupervisor(env: NodeJS.ProcessEnv): Supervisor {
  if (!env['NOTIFY_SOCKET']) return { ready: () => undefined, stopping: () => undefined };
  const teller = spawn('/bin/sh', ['-c', tellEachLine], { stdio: ['pipe', 'ignore', 'ignore'] });
  // Who cannot be told restarts us in its own time; that is no reason to stop serving.
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
