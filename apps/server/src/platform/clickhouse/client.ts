import { mkdirSync } from 'node:fs';
import { addAbortSignal, Readable } from 'node:stream';
import {
  type ClickHouseClient,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
  type ExecResult,
} from '@clickhouse/client';
import type { EngineLog } from '../process/keep-running.ts';
import { assertOfClickHouse, rowsOfAnswer } from './answer.ts';
import type { Bounds } from './bounds.ts';
import { startEmbedded } from './embedded.ts';
import { ClickHouseUnavailable, toClickHouseFailure } from './errors.ts';
import { answersPing } from './ping.ts';

export type QueryParams = Record<string, unknown>;
export type StreamFormat = 'JSONEachRow' | 'CSV' | 'CSVWithNames' | 'TabSeparated';
type InsertOptions = {
  format?: 'JSONEachRow' | 'JSONCompactEachRow' | 'TabSeparated';
  settings?: ClickHouseSettings;
  /** After so long it is given up (ClickHouseUnavailable); whether the rows are stored is then not known. */
  timeoutMs?: number;
  bounds?: Bounds;
};

/** The usage database, whichever engine is behind. Decimals and 64-bit integers are strings, instants RFC 3339 in UTC. */
export type ClickHouse = {
  readonly kind: 'embedded' | 'server';
  /** Where it is reached, password and all; undefined while the embedded engine is being restarted. */
  readonly url: string | undefined;
  /** The official client, for what the calls below do not cover. Do not keep it: it changes when the engine restarts. */
  readonly client: ClickHouseClient;
  /** All rows, or it fails: an answer that is empty, cut or somebody else's is ClickHouseUnavailable. */
  query<Row>(sql: string, params?: QueryParams, settings?: ClickHouseSettings, bounds?: Bounds): Promise<Row[]>;
  /** Raw bytes of the result in the format, as they are made; errors when the engine fails on the way. */
  stream(sql: string, params: QueryParams, format: StreamFormat): Promise<Readable>;
  /** One INSERT statement; resolves when every row is stored. Rows are JSON values, or a stream of bytes in the format. */
  insert(table: string, rows: readonly unknown[] | Readable, options?: InsertOptions): Promise<void>;
  command(sql: string, params?: QueryParams, settings?: ClickHouseSettings, bounds?: Bounds): Promise<void>;
  ping(bounds?: Bounds): Promise<boolean>;
  close(): Promise<void>;
};

const database = 'usance';
type Options = { url?: string | undefined; dataDir: string; log: EngineLog };

/** Opens the server at `url` or, without one, the engine embedded under `dataDir`. Throws DataDirInUse. */
export async function openClickHouse({ url, dataDir, log }: Options): Promise<ClickHouse> {
  if (url !== undefined) return overServer(url);
  mkdirSync(dataDir, { recursive: true });
  return overEmbedded(dataDir, log);
}

async function overServer(url: string): Promise<ClickHouse> {
  const client = createClient({ url, ...shared });
  return withClient(
    { kind: 'server', url: () => url },
    () => client,
    () => client.close(),
  );
}

async function overEmbedded(dataDir: string, log: EngineLog): Promise<ClickHouse> {
  const engine = await startEmbedded(dataDir, log);
  const connect = (port: number) =>
    createClient({ url: `http://127.0.0.1:${port}`, password: engine.password, database, ...shared });
  let current: { port: number; client: ClickHouseClient } | undefined;
  const client = () => {
    const port = engine.port();
    if (port === undefined) throw new ClickHouseUnavailable();
    if (current?.port !== port) {
      void current?.client.close();
      current = { port, client: connect(port) };
    }
    return current.client;
  };
  const address = () => {
    const port = engine.port();
    return port === undefined ? undefined : `http://default:${engine.password}@127.0.0.1:${port}/${database}`;
  };
  return withClient({ kind: 'embedded', url: address }, client, async () => {
    await engine.close();
    await current?.client.close();
  });
}

const everyRequest: ClickHouseSettings = {
  output_format_json_quote_decimals: 1,
  output_format_json_quote_64bit_integers: 1,
  date_time_input_format: 'best_effort',
  date_time_output_format: 'iso',
  session_timezone: 'UTC',
};

// The embedded adapter takes parameters in the URL only, so both engines get them there.
const shared = {
  clickhouse_settings: everyRequest,
  max_open_connections: 32,
  request_timeout: 600_000,
  use_multipart_params_auto: false,
  // Every failure is thrown, so the caller logs it once, with its request id.
  log: { level: ClickHouseLogLevel.OFF },
} as const;

function withClient(
  { kind, url }: Pick<ClickHouse, 'kind'> & { url: () => string | undefined },
  client: () => ClickHouseClient,
  close: () => Promise<void>,
): ClickHouse {
  const attempt = async <T>(work: (client: ClickHouseClient) => Promise<T>, gone?: AbortSignal): Promise<T> => {
    try {
      return await work(client());
    } catch (error) {
      throw gone?.aborted ? new ClickHouseUnavailable(error) : toClickHouseFailure(error);
    }
  };
  return {
    kind,
    get url() {
      return url();
    },
    get client() {
      return client();
    },
    query: <Row>(sql: string, params: QueryParams = {}, settings: ClickHouseSettings = {}, { gone }: Bounds = {}) =>
      attempt(async (to) => {
        const result = await to.query({
          query: sql,
          query_params: params,
          clickhouse_settings: settings,
          format: 'JSON',
          ...abortedBy(gone),
        });
        gone?.addEventListener('abort', () => result.close());
        assertOfClickHouse(result.response_headers);
        return rowsOfAnswer<Row>(await result.text());
      }, gone),
    stream: (sql, params, format) =>
      attempt(async (to) => {
        const answer = await to.exec({ query: `${sql}\nFORMAT ${format}`, query_params: params });
        return ofClickHouse(answer);
      }),
    insert: (table, rows, { format = 'JSONEachRow', settings = {}, timeoutMs, bounds } = {}) =>
      attempt(async (to) => {
        const query = `INSERT INTO ${table} FORMAT ${format}`;
        const values = rows instanceof Readable ? rows : Readable.from(asNdjson(rows));
        const limit = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
        const end = AbortSignal.any([limit, bounds?.gone].filter((signal) => signal !== undefined));
        const answer = await to.exec({ query, values, clickhouse_settings: settings, abort_signal: end });
        for await (const _ of addAbortSignal(end, ofClickHouse(answer)));
      }),
    command: (sql, params = {}, settings = {}, { gone } = {}) =>
      attempt(async (to) => {
        const request = { query: sql, query_params: params, clickhouse_settings: settings, ...abortedBy(gone) };
        assertOfClickHouse((await to.command(request)).response_headers);
      }, gone),
    ping: (bounds) => answersPing(url(), bounds),
    close,
  };
}

const abortedBy = (gone: AbortSignal | undefined) => (gone ? { abort_signal: gone } : {});

function ofClickHouse({ stream, response_headers }: ExecResult<Readable>): Readable {
  try {
    assertOfClickHouse(response_headers);
  } catch (error) {
    stream.destroy();
    throw error;
  }
  return stream;
}

/** Chunks of about 64 KiB: a line at a time would cost a write call each. */
function* asNdjson(rows: readonly unknown[]): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    chunk += `${JSON.stringify(row)}\n`;
    if (chunk.length > 65_536) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}
