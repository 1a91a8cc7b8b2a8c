import type { ClickHouse, QueryParams } from '../apps/server/src/platform/clickhouse/client.ts';
import { median, timed } from './timing.ts';

/** A call of the purchases API and the SQL that answers the same question when it is sent to the engine directly. */
export type Read = { name: string; sql: string; params: QueryParams; url: string };
export type ReadFigures = { name: string; engineMs: number; apiMs: number; ratio: number };

/** Times each read both ways, by turns, after one unmeasured round; `headers` carry the caller's session. */
export async function measureReads(
  ch: ClickHouse,
  reads: readonly Read[],
  headers: Record<string, string>,
  rounds: number,
): Promise<ReadFigures[]> {
  const figures: ReadFigures[] = [];
  for (const { name, sql, params, url } of reads) {
    const engine: number[] = [];
    const api: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const engineMs = await timed(() => ch.query(sql, params));
      const apiMs = await timed(() => readWhole(url, headers));
      if (round === 0) continue;
      engine.push(engineMs);
      api.push(apiMs);
    }
    figures.push({ name, engineMs: median(engine), apiMs: median(api), ratio: median(api) / median(engine) });
  }
  return figures;
}

async function readWhole(url: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  for await (const _ of response.body ?? []);
}
