import { mkdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { drainPending, Session } from 'chdb';
import { markDisk } from '../disk-mark.ts';
import { createChdbServer } from './chdb-http.ts';

/** What the parent says on the IPC channel. */
export type ToChild = { type: 'open'; dataDir: string; password: string; port: number } | { type: 'close' };
/** What this process answers. */
export type FromChild = { type: 'listening'; port: number } | { type: 'failed'; message: string };

const database = 'usance';
// Decimals and 64-bit integers leave as strings whatever the client asks: a JS number must never carry them.
const connectionArgs = [
  '--output_format_json_quote_decimals=1',
  '--output_format_json_quote_64bit_integers=1',
  '--async_load_databases=0',
];

let close = async (): Promise<void> => process.exit(0);

process.on('message', (message: ToChild) => {
  if (message.type === 'close') void close();
  else void open(message).catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
});
// The parent is gone, even by SIGKILL: this process has no reason to live and must free the data directory.
process.on('disconnect', () => void close());
// Ctrl-C reaches the whole group; the parent decides when the engine closes.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

async function open({ dataDir, password, port }: Extract<ToChild, { type: 'open' }>): Promise<void> {
  const path = join(dataDir, 'clickhouse');
  const spoolDir = join(dataDir, 'clickhouse-spool');
  mkdirSync(path, { recursive: true });
  markDisk(path);
  const keeper = await openWhenFree(path);
  rmSync(spoolDir, { recursive: true, force: true });
  mkdirSync(spoolDir, { recursive: true });
  keeper.query(`CREATE DATABASE IF NOT EXISTS ${database}`);
  const openSession = () => new Session(path, { connectionArgs });
  const server = createChdbServer({ openSession, spoolDir, password, defaultDatabase: database });
  server.on('error', (error) => fail(error.message));
  server.listen(port, '127.0.0.1', () => {
    process.send?.({ type: 'listening', port: (server.address() as AddressInfo).port } satisfies FromChild);
  });
  let closing = false;
  // A kept-alive connection would hold the close up for as long as its client likes.
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

/** A predecessor killed a moment ago holds the engine's lock file an instant more. The engine says why only on stderr. */
async function openWhenFree(path: string): Promise<Session> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return new Session(path, { connectionArgs });
    } catch (error) {
      if (attempt === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function fail(message: string): void {
  process.send?.({ type: 'failed', message } satisfies FromChild, () => process.exit(1));
}
