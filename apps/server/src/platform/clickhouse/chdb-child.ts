import { mkdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { drainPending, Session } from 'chdb';
import { markDisk } from '../data-dir/disk-mark.ts';
import { createChdbServer } from './chdb-http.ts';
import { quote } from './literal.ts';

/** Messages of the parent on the IPC channel. */
export type ToChild =
  | { type: 'open'; dataDir: string; password: string; port: number; memoryBytes: number }
  | { type: 'ping' }
  | { type: 'close' };
/** Answers of this process. */
export type FromChild = { type: 'listening'; port: number } | { type: 'alive' } | { type: 'failed'; message: string };

const database = 'usance';
/** Arguments of all connections: there is one engine, and the first connection opens it. */
const connectionArgsOf = (memoryBytes: number) => [
  // Decimals and 64-bit integers leave as strings, whatever the client asks: JS numbers cannot hold them.
  '--output_format_json_quote_decimals=1',
  '--output_format_json_quote_64bit_integers=1',
  '--async_load_databases=0',
  `--max_server_memory_usage=${memoryBytes}`,
  // Caches default to gigabytes, count towards the limit, and are not evicted for a query.
  `--mark_cache_size=${Math.floor(memoryBytes / 16)}`,
  `--primary_index_cache_size=${Math.floor(memoryBytes / 16)}`,
];

let close = async (): Promise<void> => process.exit(0);

process.on('message', (message: ToChild) => {
  if (message.type === 'close') void close();
  else if (message.type === 'ping') process.send?.({ type: 'alive' } satisfies FromChild);
  else void open(message).catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
});
// The parent has died, even by SIGKILL. This process must free the data directory.
process.on('disconnect', () => void close());
// Ctrl-C reaches the whole process group; the parent decides when the engine closes.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

async function open({ dataDir, password, port, memoryBytes }: Extract<ToChild, { type: 'open' }>): Promise<void> {
  const connectionArgs = connectionArgsOf(memoryBytes);
  const path = join(dataDir, 'clickhouse');
  const spoolDir = join(dataDir, 'clickhouse-spool');
  mkdirSync(path, { recursive: true });
  markDisk(path);
  const keeper = await openWhenFree(() => new Session(path, { connectionArgs }));
  rmSync(spoolDir, { recursive: true, force: true });
  mkdirSync(spoolDir, { recursive: true });
  keeper.query(`CREATE DATABASE IF NOT EXISTS ${database}`);
  const openSession = () => new Session(path, { connectionArgs });
  const server = createChdbServer({
    openSession,
    endQueries: (comment) => endQueries(keeper, comment),
    spoolDir,
    password,
    defaultDatabase: database,
  });
  server.on('error', (error) => fail(error.message));
  server.listen(port, '127.0.0.1', () => {
    process.send?.({ type: 'listening', port: (server.address() as AddressInfo).port } satisfies FromChild);
  });
  let closing = false;
  // A kept-alive connection would delay the close for as long as its client keeps it.
  server.on('request', (_, res) => res.on('close', () => closing && setImmediate(() => server.closeIdleConnections())));
  close = async () => {
    if (closing) return;
    closing = true;
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeIdleConnections();
    });
    await drainPending();
    keeper.close();
    process.exit(0);
  };
}

/**
 * A predecessor killed a moment ago holds the engine's lock file a little longer. The engine gives the reason only on
 * stderr.
 */
async function openWhenFree(open: () => Session): Promise<Session> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return open();
    } catch (error) {
      if (attempt === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Runs at once, because it does not wait behind queries that occupy all pool threads. */
function endQueries(keeper: Session, comment: string): void {
  try {
    keeper.query(`KILL QUERY WHERE Settings['log_comment'] = ${quote(comment)} ASYNC`);
  } catch (error) {
    // Even this lacks memory; it is tried again.
    process.stderr.write(`A query whose reader has left was not ended: ${String(error)}\n`);
  }
}

function fail(message: string): void {
  process.send?.({ type: 'failed', message } satisfies FromChild, () => process.exit(1));
}
