import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ChdbResult, Session } from 'chdb';
import { type ChdbStatement, insertFromFile, readStatement, settingsStatement } from './chdb-statement.ts';
import { quote } from './literal.ts';

type Options = {
  openSession: () => Session;
  /** Ends the running queries of sessions with this `log_comment`; may be called again after they ended. */
  endQueries: (comment: string) => void;
  spoolDir: string;
  password: string;
  defaultDatabase: string;
};

/**
 * ClickHouse's HTTP interface over embedded sessions, as far as `@clickhouse/client` uses it. Each request has its own
 * session, so that settings never leak and requests run in parallel.
 */
export function createChdbServer(options: Options): Server {
  // Lists of ids travel as a query parameter in the URL; 4 MiB is ClickHouse's own order of magnitude.
  return createServer({ maxHeaderSize: 4 * 1024 * 1024, requestTimeout: 0, keepAliveTimeout: 60_000 }, (req, res) => {
    answer(options, req, res).catch((error: unknown) => refuse(req, res, error));
  });
}

async function answer(options: Options, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const url = new URL(req.url ?? '/', 'http://127.0.0.1');
  if (url.pathname === '/ping') return void res.end('Ok.\n');
  if (!isAuthorized(req, options.password)) {
    throw new Error('Code: 516. DB::Exception: Authentication failed: password is incorrect. (AUTHENTICATION_FAILED)');
  }
  const query = url.searchParams.get('query');
  const session = options.openSession();
  const release = () => session.close();
  try {
    session.query(`USE ${identifier(url.searchParams.get('database') ?? options.defaultDatabase)}`);
    const comment = randomBytes(12).toString('hex');
    const settings = [...url.searchParams].filter(([name]) => !transportParams.has(name));
    session.query(settingsStatement([...settings, ['log_comment', comment]]));
    const spool = join(options.spoolDir, randomBytes(12).toString('hex'));
    const insert = query === null ? undefined : insertFromFile(query, spool);
    if (insert !== undefined) return await insertBody(session, insert, spool, req, res);
    const body = await text(req);
    const statement = readStatement(
      [query, body].filter((part) => part !== null && part !== '').join('\n'),
      url.searchParams.get('default_format') ?? undefined,
    );
    const sent = statement.kind === 'stream' ? sendStream(session, statement, res) : sendWhole(session, statement, res);
    await (statement.onlyReads ? endedWithReader(sent, res, () => options.endQueries(comment)) : sent);
  } finally {
    release();
  }
}

// These describe the request itself; everything else in the URL is a setting or a `param_…`, as in ClickHouse.
const transportParams = new Set([
  'query',
  'database',
  'default_format',
  'query_id',
  'session_id',
  'role',
  'wait_end_of_query',
  'enable_http_compression',
]);

/** Spools the whole body before the engine sees it, so that a sender that breaks off leaves no rows behind. */
async function insertBody(session: Session, sql: string, spool: string, req: IncomingMessage, res: ServerResponse) {
  try {
    const file = createWriteStream(spool);
    await pipeline(req, file);
    if (file.bytesWritten === 0)
      return void res.writeHead(200, summary({ rowsRead: 0, bytesRead: 0, elapsed: 0 })).end();
    const result = await session.queryAsync(sql);
    res.writeHead(200, summary(result)).end();
  } finally {
    await rm(spool, { force: true });
  }
}

const askAgainMs = 100;

/**
 * Ends a reading statement when its reader leaves, like `cancel_http_readonly_queries_on_client_close`, which the
 * embedded engine cannot do. Repeats until it has ended, since a statement may not have begun yet.
 */
async function endedWithReader(sent: Promise<void>, res: ServerResponse, end: () => void): Promise<void> {
  let again: NodeJS.Timeout | undefined;
  const left = () => {
    if (res.writableFinished) return;
    end();
    again = setInterval(end, askAgainMs);
  };
  res.once('close', left);
  try {
    await sent;
  } finally {
    res.off('close', left);
    clearInterval(again);
  }
}

async function sendWhole(session: Session, { sql, format }: ChdbStatement, res: ServerResponse): Promise<void> {
  const result = await session.queryAsync(sql, { format });
  res.writeHead(200, { ...summary(result), 'x-clickhouse-format': format }).end(result.bytes());
}

/**
 * Writes each block as it is produced and waits for the reader, so that a result of any size needs the memory of one
 * block.
 */
async function sendStream(session: Session, statement: ChdbStatement & { kind: 'stream' }, res: ServerResponse) {
  const stream = session.queryStream(statement.sql, { format: statement.format });
  const tag = randomBytes(8).toString('hex');
  let started = false;
  try {
    for await (const chunk of stream) {
      const bytes = started && statement.repeatsHeader ? afterFirstLine(chunk.raw()) : chunk.raw();
      if (!started) res.writeHead(200, { 'x-clickhouse-format': statement.format, 'x-clickhouse-exception-tag': tag });
      started = true;
      if (!res.write(bytes)) await drained(res);
      if (res.destroyed) return stream.cancel();
    }
    if (!started) res.writeHead(200, { 'x-clickhouse-format': statement.format });
    res.end();
  } catch (error) {
    if (!started) throw error;
    const message = messageOf(error);
    const length = Buffer.byteLength(message) + 1;
    // Also cuts the connection: a reader of raw bytes must never take half a result for a whole one.
    const trailer = `\r\n__exception__\r\n${tag}\r\n${message}\n${length} ${tag}\r\n__exception__\r\n`;
    res.write(trailer, () => res.destroy());
  }
}

function drained(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      res.off('drain', done).off('close', done);
      resolve();
    };
    res.once('drain', done).once('close', done);
    if (res.destroyed) done();
  });
}

function afterFirstLine(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(bytes.indexOf(0x0a) + 1);
}

function summary(result: Pick<ChdbResult, 'rowsRead' | 'bytesRead' | 'elapsed'>): Record<string, string> {
  const value = {
    read_rows: String(result.rowsRead),
    read_bytes: String(result.bytesRead),
    written_rows: String(result.rowsRead),
    written_bytes: String(result.bytesRead),
    elapsed_ns: String(Math.round(result.elapsed * 1e9)),
  };
  return { 'x-clickhouse-summary': JSON.stringify(value) };
}

function refuse(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  if (res.headersSent || res.destroyed) return void res.destroy();
  const message = messageOf(error);
  const code = /Code: (\d+)/.exec(message)?.[1] ?? '1002';
  // An unread body would block the sender, so the connection ends with the answer.
  req.resume();
  const headers = {
    'x-clickhouse-exception-code': code,
    connection: 'close',
    'content-type': 'text/plain; charset=UTF-8',
  };
  res.writeHead(statusOf.get(code) ?? 500, headers).end(message);
}

const statusOf = new Map([
  ['516', 403],
  ['60', 404],
  ['81', 404],
  ['62', 400],
]);

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function identifier(name: string): string {
  if (name.includes('`') || name.includes('\\')) throw new Error(`Database name ${quote(name)} is not accepted`);
  return `\`${name}\``;
}

function isAuthorized(req: IncomingMessage, password: string): boolean {
  const basic = /^Basic (.+)$/.exec(req.headers.authorization ?? '')?.[1];
  const offered =
    basic === undefined ? req.headers['x-clickhouse-key'] : Buffer.from(basic, 'base64').toString().split(/:(.*)/s)[1];
  if (typeof offered !== 'string') return false;
  const [a, b] = [Buffer.from(offered), Buffer.from(password)];
  return a.length === b.length && timingSafeEqual(a, b);
}
