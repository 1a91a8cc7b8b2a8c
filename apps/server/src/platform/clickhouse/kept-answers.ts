import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { rowsOfAnswer } from './answer.ts';
import type { QueryParams } from './client.ts';

const mostBytes = 64 * 2 ** 20;
/** The largest answer that is kept; a larger one would push out many others. */
const largestBytes = 2 ** 20;

interface KeptAnswers {
  /** Returns the kept answer to a statement, or else the engine's, and keeps that. */
  rowsOf<Row>(sql: string, params: QueryParams, ask: () => Promise<string>): Promise<Row[]>;
}

/** Answers about rows that never change, the least recently used given up first. */
export function keptAnswers(): KeptAnswers {
  const answers = new LRUCache<string, string>({
    maxSize: mostBytes,
    maxEntrySize: largestBytes,
    sizeCalculation: (text) => 2 * text.length + 1,
  });
  return {
    rowsOf: async <Row>(sql: string, params: QueryParams, ask: () => Promise<string>) => {
      const key = keyOf(sql, params);
      const known = answers.get(key);
      if (known !== undefined) return rowsOfAnswer<Row>(known);
      const text = await ask();
      const rows = rowsOfAnswer<Row>(text);
      answers.set(key, text);
      return rows;
    },
  };
}

function keyOf(sql: string, params: QueryParams): string {
  const values = JSON.stringify(params, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
  return createHash('sha256').update(sql).update('\n').update(values).digest('base64');
}
