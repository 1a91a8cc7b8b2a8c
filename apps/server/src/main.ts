import { ClickHouseNewerThanCode, DataDirInUse } from './platform/clickhouse/errors.ts';
import { BadConfig, readConfig } from './platform/config.ts';
import { DataDirBusy } from './platform/data-dir-lock.ts';
import { type Log, openLog } from './platform/log.ts';
import { NotDurable } from './platform/postgres/assert-durable.ts';
import { PostgresNewerThanCode } from './platform/postgres/migrate.ts';
import { type RunningServer, startServer } from './start-server.ts';

const stopLimitMs = 10_000;
// Long enough for a load balancer that asks every second or two; Ctrl-C at a desk has nobody to wait for.
const noticeMs = { SIGTERM: 3_000, SIGINT: 0 } as const;
// What the operator can put right.
const forOperators = [BadConfig, DataDirBusy, DataDirInUse, NotDurable, PostgresNewerThanCode, ClickHouseNewerThanCode];
// One Ctrl-C reaches us from the terminal and again from npm, which passes it on.
const sameSignalMs = 500;

await main();

async function main(): Promise<void> {
  let server: RunningServer | undefined;
  let log: Log = openLog(process.env['LOG_LEVEL'] ?? 'info');
  onSignal((signal) => {
    if (!server) process.exit(0);
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
    say(`Usance is ready at http://localhost:${server.port} (internal API on port ${server.internalPort}).`);
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

/** What the operator can put right gets one sentence; anything else is our bug and gets its stack. */
function forOperator(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (forOperators.some((kind) => error instanceof kind)) return error.message;
  const code = 'code' in error ? error.code : undefined;
  const where = 'port' in error ? ` ${String(error.port)}` : '';
  if (code === 'EADDRINUSE') return `Port${where} is taken: stop what uses it, or set another PORT or INTERNAL_PORT.`;
  if (code === 'EACCES' && 'port' in error) return `Port${where} may not be used by this user: set another PORT.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return `A database does not answer: ${error.message}`;
  return undefined;
}

/** Nothing goes on near money after a bug: the supervisor starts a clean process. */
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
