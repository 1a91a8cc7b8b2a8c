import { readConfig } from '#platform/config/config.ts';
import { forOperator } from '#platform/failure/operator-error.ts';
import { type Log, openLog } from '#platform/log.ts';
import { openSupervisor } from '#platform/process/supervisor.ts';
import type { RunningServer } from './serve-app.ts';
import { startServer } from './start-server.ts';

const stopLimitMs = 10_000;
// Long enough for a load balancer that checks every second or two; Ctrl-C at a terminal need not wait.
const noticeMs = { SIGTERM: 3_000, SIGINT: 0 } as const;
// One Ctrl-C arrives twice: from the terminal, and from npm, which passes it on.
const sameSignalMs = 500;

// Files created by this process are readable only by its user.
process.umask(0o077);
await main();

async function main(): Promise<void> {
  let server: RunningServer | undefined;
  let log: Log = openLog('info');
  const supervisor = openSupervisor(process.env);
  onSignal((signal) => {
    if (!server) process.exit(0);
    supervisor.stopping();
    setTimeout(() => exitWith(1, 'Not everything could be finished in time.'), stopLimitMs).unref();
    server.stop(noticeMs[signal]).then(
      () => process.exit(0),
      (error: unknown) => die(log, error),
    );
  });
  process.on('uncaughtException', (error) => die(log, error));
  process.on('unhandledRejection', (error) => die(log, error));
  try {
    const config = readConfig(process.env);
    log = openLog(config.logLevel);
    server = await startServer(config, log, say);
    supervisor.ready();
    const signIn = server.signIn ? ` Sign in as ${server.signIn}.` : '';
    say(`Usance is ready at http://localhost:${server.port} (internal API on port ${server.internalPort}).${signIn}`);
  } catch (error) {
    const problem = forOperator(error);
    if (problem === undefined) die(log, error);
    exitWith(1, problem);
  }
}

function onSignal(stop: (signal: 'SIGTERM' | 'SIGINT') => void): void {
  let firstAt: number | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (firstAt === undefined) {
        firstAt = performance.now();
        stop(signal);
      } else if (performance.now() - firstAt > sameSignalMs) exitWith(1, 'Stopped at once, on a second signal.');
    });
  }
}

/** After a bug no work with money continues: the supervisor starts a clean process. */
function die(log: Log, error: unknown): never {
  log.fatal({ err: error }, 'the process ends on an unexpected error');
  process.exit(1);
}

function exitWith(code: number, message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
