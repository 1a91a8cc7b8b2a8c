import type { ClickHouse, QueryParams, StreamFormat } from '../apps/server/src/platform/clickhouse/client.ts';
import { median, timed } from './timing.ts';

/** A call of the purchases API with its full URL. */
type Read = { name: string; url: string };
type ReadFigures = { name: string; engineMs: number; apiMs: number; ratio: number };
type Statement = { sql: string; params: QueryParams; format: StreamFormat };

/**
 * Measures each read twice per round, after one unmeasured round: as an HTTP call, and as the call's own statements
 * sent to the engine directly. Where the call reads the roll-up, those statements read the rated rows instead. They are
 * recorded before the first round. `headers` carry the session.
 */
export async function* measureReads(
  ch: ClickHouse,
  reads: readonly Read[],
  headers: Record<string, string>,
  rounds: number,
): AsyncGenerator<ReadFigures> {
  for (const { name, url } of reads) {
    const statements = await statementsDuring(ch, () => readWhole(url, headers));
    const engine: number[] = [];
    const api: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const engineMs = await timed(() => sendAll(ch, statements));
      const apiMs = await timed(() => readWhole(url, headers));
      if (round === 0) continue;
      engine.push(engineMs);
      api.push(apiMs);
    }
    // The ratio is taken within a round, so other load on the machine affects both sides alike.
    const ratio = median(api.map((ms, round) => ms / (engine[round] ?? Number.NaN)));
    yield { name, engineMs: median(engine), apiMs: median(api), ratio };
  }
}

async function statementsDuring(ch: ClickHouse, work: () => Promise<void>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { query, stream } = ch;
  ch.query = (sql, params = {}, settings = {}) => {
    statements.push({ sql: overRows(sql), params, format: 'JSONEachRow' });
    return query(sql, params, settings);
  };
  ch.stream = (sql, params, format) => {
    statements.push({ sql, params, format });
    return stream(sql, params, format);
  };
  try {
    await work();
  } finally {
    Object.assign(ch, { query, stream });
  }
  if (statements.length === 0) throw new Error('The call asked the engine nothing');
  return statements;
}

/** Returns the statement with rated rows in place of their roll-up. */
function overRows(sql: string): string {
  return sql
    .replaceAll('named_at FROM rated_rollup', 'bill_at AS named_at FROM purchase')
    .replaceAll('is_zero = 0', 'amount != 0');
}

async function sendAll(ch: ClickHouse, statements: readonly Statement[]): Promise<void> {
  for (const { sql, params, format } of statements) {
    for await (const _ of await ch.stream(sql, params, format));
  }
}

/** Sends a read and takes its whole reply. */
export async function readWhole(url: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  for await (const _ of response.body ?? []);
}
