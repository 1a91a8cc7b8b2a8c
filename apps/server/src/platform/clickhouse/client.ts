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
import { type Bounds, withinBounds } from './bounds.ts';
import { startEmbedded } from './embedded.ts';
import { ClickHouseUnavailable, toClickHouseFailure } from './errors.ts';
import { graceMs, limitsOf, settingsFor, spillEarly } from './limits.ts';
import { answersPing } from './ping.ts';

export type QueryParams = Record<string, unknown>;
export type StreamFormat = 'JSONEachRow' | 'CSV' | 'CSVWithNames' | 'TabSeparated';
type InsertOptions = {
  format?: 'JSONEachRow' | 'JSONCompactEachRow' | 'TabSeparated';
  settings?: ClickHouseSettings;
  bounds?: Partial<Bounds>;
};

/**
 * The usage database, whichever engine is behind. Decimals and 64-bit integers are strings, instants RFC 3339 in UTC.
 * Every statement is within bounds, those of upkeep where it says none. What goes beyond its limits throws OverLimits;
 * what is given up, ClickHouseUnavailable: whether it has written is then not known.
 */
export type ClickHouse = {
  readonly kind: 'embedded' | 'server';
  /** Where it is reached, password and all; undefined while the embedded engine is being restarted. */
  readonly url: string | undefined;
  /** The official client, for what the calls below do not cover. Do not keep it: it changes when the engine restarts. */
  readonly client: ClickHouseClient;
  /** All rows, or it fails: an answer that is empty, cut or somebody else's is ClickHouseUnavailable. */
  query<Row>(
    sql: string,
    params?: QueryParams,
    settings?: ClickHouseSettings,
    bounds?: Partial<Bounds>,
  ): Promise<Row[]>;
  /** Raw bytes of the result in the format, as they are read; errors when the engine fails on the way. */
  stream(sql: string, params: QueryParams, format: StreamFormat, bounds?: Partial<Bounds>): Promise<Readable>;
  /** One INSERT statement; resolves when every row is stored. Rows are JSON values, or a stream of bytes in the format. */
  insert(table: string, rows: readonly unknown[] | Readable, options?: InsertOptions): Promise<void>;
  command(sql: string, params?: QueryParams, settings?: ClickHouseSettings, bounds?: Partial<Bounds>): Promise<void>;
  ping(bounds?: Partial<Bounds>): Promise<boolean>;
  close(): Promise<void>;
};

const database = 'usance';
type Options = {
  url?: string | undefined;
  dataDir: string;
  log: EngineLog;
  /** What the process of the embedded engine may have. */
  memoryBytes?: number | undefined;
};

/** Opens the server at `url` or, without one, the engine embedded under `dataDir`. Throws DataDirInUse. */
export async function openClickHouse({ url, dataDir, log, memoryBytes }: Options): Promise<ClickHouse> {
  if (url !== undefined) return overServer(url);
  mkdirSync(dataDir, { recursive: true });
  return overEmbedded(dataDir, log, memoryBytes);
}

async function overServer(url: string): Promise<ClickHouse> {
  const client = createClient({ url, ...shared });
  return withClient(
    { kind: 'server', url: () => url },
    () => client,
    () => client.close(),
  );
}

async function overEmbedded(dataDir: string, log: EngineLog, memoryBytes: number | undefined): Promise<ClickHouse> {
  const engine = await startEmbedded(dataDir, log, { memoryBytes });
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
  // Each request has its own limit, which is below this one.
  request_timeout: limitsOf.upkeep.seconds * 1_000 + 2 * graceMs,
  use_multipart_params_auto: false,
  // Every failure is thrown, so the caller logs it once, with its request id.
  log: { level: ClickHouseLogLevel.OFF },
} as const;

type Work<T> = (to: ClickHouseClient, bounds: Bounds, end: AbortSignal) => Promise<T>;

function withClient(
  { kind, url }: Pick<ClickHouse, 'kind'> & { url: () => string | undefined },
  client: () => ClickHouseClient,
  close: () => Promise<void>,
): ClickHouse {
  const attempt = async <T>(own: Partial<Bounds> | undefined, work: Work<T>): Promise<T> => {
    const bounds = { limits: limitsOf.upkeep, ...own };
    try {
      return await withinBounds(bounds, (end) => work(client(), bounds, end));
    } catch (error) {
      throw toClickHouseFailure(error);
    }
  };
  const settingsOf = ({ limits }: Bounds, own: ClickHouseSettings, { isStream = false } = {}) => ({
    ...settingsFor(limits, { isStream }),
    ...(kind === 'embedded' && spillEarly),
    ...own,
  });
  return {
    kind,
    get url() {
      return url();
    },
    get client() {
      return client();
    },
    query: <Row>(sql: string, params: QueryParams = {}, settings: ClickHouseSettings = {}, own?: Partial<Bounds>) =>
      attempt(own, async (to, bounds, end) => {
        const result = await to.query({
          query: sql,
          query_params: params,
          clickhouse_settings: settingsOf(bounds, settings),
          format: 'JSON',
          abort_signal: end,
        });
        end.addEventListener('abort', () => result.close());
        assertOfClickHouse(result.response_headers);
        return rowsOfAnswer<Row>(await result.text());
      }),
    stream: (sql, params, format, own) =>
      attempt(own, async (to, bounds, end) => {
        const query = `${sql}\nFORMAT ${format}`;
        const clickhouse_settings = settingsOf(bounds, {}, { isStream: true });
        const answer = await to.exec({ query, query_params: params, clickhouse_settings, abort_signal: end });
        return endingBy(ofClickHouse(answer), bounds);
      }),
    insert: (table, rows, { format = 'JSONEachRow', settings = {}, bounds: own } = {}) =>
      attempt(own, async (to, bounds, end) => {
        const query = `INSERT INTO ${table} FORMAT ${format}`;
        const values = rows instanceof Readable ? rows : Readable.from(asNdjson(rows));
        const clickhouse_settings = settingsOf(bounds, settings);
        const answer = await to.exec({ query, values, clickhouse_settings, abort_signal: end });
        for await (const _ of addAbortSignal(end, ofClickHouse(answer)));
      }),
    command: (sql, params = {}, settings = {}, own) =>
      attempt(own, async (to, bounds, end) => {
        const clickhouse_settings = settingsOf(bounds, settings);
        const request = { query: sql, query_params: params, clickhouse_settings, abort_signal: end };
        assertOfClickHouse((await to.command(request)).response_headers);
      }),
    ping: (bounds) => answersPing(url(), bounds),
    close,
  };
}

function ofClickHouse({ stream, response_headers }: ExecResult<Readable>): Readable {
  try {
    assertOfClickHouse(response_headers);
  } catch (error) {
    stream.destroy();
    throw error;
  }
  return stream;
}

/** A result on its way, which ends when nobody waits for it or the engine has not ended it in time. */
function endingBy(result: Readable, { limits, gone }: Bounds): Readable {
  const late = () => result.destroy(new ClickHouseUnavailable());
  const timer = setTimeout(late, limits.streamSeconds * 1_000 + graceMs);
  result.once('close', () => clearTimeout(timer));
  return gone === undefined ? result : addAbortSignal(gone, result);
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
