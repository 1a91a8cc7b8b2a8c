import { addAbortSignal, Readable } from 'node:stream';
import type { ClickHouseClient, ClickHouseSettings, ExecResult } from '@clickhouse/client';
import { assertOfClickHouse, rowsOfAnswer } from './answer.ts';
import { type Bounds, withinBounds } from './bounds.ts';
import type { ClickHouse, QueryParams } from './client.ts';
import { ClickHouseUnavailable, toClickHouseFailure } from './errors.ts';
import { keptAnswers } from './kept-answers.ts';
import { graceMs, limitsOf, settingsFor, spillEarly } from './limits.ts';
import { within } from './memory.ts';
import { answersPing } from './ping.ts';

type Work<T> = (to: ClickHouseClient, bounds: Bounds, end: AbortSignal) => Promise<T>;

/** The connections that statements use, and their current addresses. */
export interface Connections {
  readonly kind: ClickHouse['kind'];
  /** The bytes that all statements together may have; undefined for a server, whose limits we do not set. */
  readonly counted?: number;
  url(): string | undefined;
  client(): ClickHouseClient;
  whenMoved(tell: () => void): void;
  close(): Promise<void>;
}

/** The usage database over connections, each statement within its bounds. */
export function statementsOver({ kind, counted, url, client, whenMoved, close }: Connections): ClickHouse {
  const attempt = async <T>(own: Partial<Bounds> | undefined, work: Work<T>): Promise<T> => {
    const bounds = { limits: limitsOf.upkeep, ...own };
    try {
      return await withinBounds(bounds, (end) => work(client(), bounds, end));
    } catch (error) {
      throw toClickHouseFailure(error);
    }
  };
  const settingsOf = ({ limits }: Bounds, own: ClickHouseSettings, { isStream = false } = {}) => ({
    ...settingsFor(within(limits, counted), { isStream }),
    ...(kind === 'embedded' && spillEarly),
    ...own,
  });
  const answerTo = (sql: string, params: QueryParams, settings: ClickHouseSettings, own?: Partial<Bounds>) =>
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
      return result.text();
    });
  const kept = keptAnswers();
  return {
    kind,
    get url() {
      return url();
    },
    get client() {
      return client();
    },
    query: async <Row>(
      sql: string,
      params: QueryParams = {},
      settings: ClickHouseSettings = {},
      own?: Partial<Bounds>,
    ) => rowsOfAnswer<Row>(await answerTo(sql, params, settings, own)),
    queryKept: async <Row>(sql: string, params: QueryParams, own?: Partial<Bounds>) =>
      kept.rowsOf<Row>(sql, params, () => answerTo(sql, params, {}, own)),
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
    whenMoved,
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

/** Ends a streamed result when its reader has left, or when it exceeds its time. */
function endingBy(result: Readable, { limits, gone }: Bounds): Readable {
  const late = () => result.destroy(new ClickHouseUnavailable());
  const timer = setTimeout(late, limits.streamSeconds * 1_000 + graceMs);
  result.once('close', () => clearTimeout(timer));
  return gone === undefined ? result : addAbortSignal(gone, result);
}

/** Chunks of about 64 KiB: a write call for each line would be slow. */
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
