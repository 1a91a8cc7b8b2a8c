import { mkdirSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { type ClickHouseClient, ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client';
import type { EngineLog } from '../process/keep-running.ts';
import type { Bounds } from './bounds.ts';
import { startEmbedded } from './embedded.ts';
import { ClickHouseUnavailable } from './errors.ts';
import { keptConnections } from './kept-connections.ts';
import { graceMs, limitsOf } from './limits.ts';
import { countedMemory } from './memory.ts';
import { statementsOver } from './statements.ts';

export type QueryParams = Record<string, unknown>;
export type StreamFormat = 'JSONEachRow' | 'CSV' | 'CSVWithNames' | 'TabSeparated';
type InsertOptions = {
  format?: 'JSONEachRow' | 'JSONCompactEachRow' | 'TabSeparated';
  settings?: ClickHouseSettings;
  bounds?: Partial<Bounds>;
};

/**
 * The usage database, embedded or a server. Decimals and 64-bit integers are strings, instants RFC 3339 in UTC.
 * Statements without bounds get those of upkeep. A statement over its limits throws OverLimits. An abandoned one throws
 * ClickHouseUnavailable, and may or may not have written.
 */
export type ClickHouse = {
  readonly kind: 'embedded' | 'server';
  /** The URL with its password; undefined while the embedded engine restarts. */
  readonly url: string | undefined;
  /** The official client, for features not covered below. Do not keep it: it changes when the engine restarts. */
  readonly client: ClickHouseClient;
  /** Returns all rows or fails: an empty or truncated answer, or one of a proxy, throws ClickHouseUnavailable. */
  query<Row>(
    sql: string,
    params?: QueryParams,
    settings?: ClickHouseSettings,
    bounds?: Partial<Bounds>,
  ): Promise<Row[]>;
  /** Like `query`, for rows that never change: asked again, it may return the same answer without the engine. */
  queryKept<Row>(sql: string, params: QueryParams, bounds?: Partial<Bounds>): Promise<Row[]>;
  /** Streams the raw bytes of the result; errors if the engine fails halfway. */
  stream(sql: string, params: QueryParams, format: StreamFormat, bounds?: Partial<Bounds>): Promise<Readable>;
  /** Runs one INSERT; resolves when every row is stored. Rows are JSON values, or a byte stream in the format. */
  insert(table: string, rows: readonly unknown[] | Readable, options?: InsertOptions): Promise<void>;
  command(sql: string, params?: QueryParams, settings?: ClickHouseSettings, bounds?: Partial<Bounds>): Promise<void>;
  ping(bounds?: Partial<Bounds>): Promise<boolean>;
  /** Calls `tell` each time the embedded engine has restarted, maybe at another `url`; a server by URL never moves. */
  whenMoved(tell: () => void): void;
  close(): Promise<void>;
};

const database = 'usance';
type Options = {
  url?: string | undefined;
  dataDir: string;
  log: EngineLog;
  /** The memory limit of the embedded engine's process. */
  memoryBytes?: number | undefined;
};

/** Opens the server at `url`, or else the engine embedded under `dataDir`. Throws DataDirInUse. */
export async function openClickHouse({ url, dataDir, log, memoryBytes }: Options): Promise<ClickHouse> {
  if (url !== undefined) return overServer(url);
  mkdirSync(dataDir, { recursive: true });
  return overEmbedded(dataDir, log, memoryBytes);
}

async function overServer(url: string): Promise<ClickHouse> {
  const client = createClient({ url, ...keptConnections(url), ...shared });
  const whenMoved = () => {};
  return statementsOver({
    kind: 'server',
    url: () => url,
    client: () => client,
    whenMoved,
    close: () => client.close(),
  });
}

async function overEmbedded(dataDir: string, log: EngineLog, memoryBytes: number | undefined): Promise<ClickHouse> {
  const engine = await startEmbedded(dataDir, log, { memoryBytes });
  const connect = (port: number) => {
    const address = `http://127.0.0.1:${port}`;
    return createClient({ url: address, password: engine.password, database, ...keptConnections(address), ...shared });
  };
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
  const url = () => {
    const port = engine.port();
    return port === undefined ? undefined : `http://default:${engine.password}@127.0.0.1:${port}/${database}`;
  };
  const close = async () => {
    await engine.close();
    await current?.client.close();
  };
  const { whenMoved } = engine;
  return statementsOver({ kind: 'embedded', counted: countedMemory(memoryBytes), url, client, whenMoved, close });
}

const everyRequest: ClickHouseSettings = {
  output_format_json_quote_decimals: 1,
  output_format_json_quote_64bit_integers: 1,
  date_time_input_format: 'best_effort',
  date_time_output_format: 'iso',
  session_timezone: 'UTC',
};

// The embedded adapter reads parameters only from the URL, so both engines get them there.
const shared = {
  clickhouse_settings: everyRequest,
  // Each request has its own limit, below this one.
  request_timeout: limitsOf.upkeep.seconds * 1_000 + 2 * graceMs,
  use_multipart_params_auto: false,
  // Every failure is thrown, so the caller logs it once, with its request id.
  log: { level: ClickHouseLogLevel.OFF },
} as const;
