import type pg from 'pg';
import type { SentStatement } from './statements-during.ts';
import { median, timed } from './timing.ts';

const unmeasured = 3;

/** Milliseconds of each round: of a call, and of its statements sent to PostgreSQL directly. */
export interface BesideSql {
  readonly api: readonly number[];
  readonly engine: readonly number[];
}

/** Measures a call and its statements alone, in turn, after a few rounds that do not count. */
export async function besideSql(
  read: () => Promise<unknown>,
  { statements, engine, rounds }: { statements: readonly SentStatement[]; engine: pg.Client; rounds: number },
): Promise<BesideSql> {
  const figures = { api: [] as number[], engine: [] as number[] };
  for (let round = -unmeasured; round < rounds; round += 1) {
    const engineMs = await timed(async () => {
      for (const [text, values] of statements) await engine.query(text, values);
    });
    const apiMs = await timed(read);
    if (round < 0) continue;
    figures.api.push(apiMs);
    figures.engine.push(engineMs);
  }
  return figures;
}

/** The ratio is taken within a round, so other load on the machine affects both sides alike. */
export function ratioOf({ api, engine }: BesideSql): number {
  return median(api.map((ms, round) => ms / (engine[round] ?? Number.NaN)));
}
