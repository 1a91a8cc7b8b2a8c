import { expect, it, vi } from 'vitest';
import { keptAnswers } from './kept-answers.ts';

const answer = (...rows: object[]) => JSON.stringify({ meta: [], data: rows, rows: rows.length });
const sql = 'SELECT sum(amount) AS total FROM purchase WHERE run_no IN {runs:Array(UInt64)}';

it('the same statement about the same runs is answered without the engine', async () => {
  const { rowsOf } = keptAnswers();
  const ask = vi.fn(async () => answer({ total: '2' }));
  for (let time = 0; time < 3; time += 1) expect(await rowsOf(sql, { runs: [1n, 2n] }, ask)).toEqual([{ total: '2' }]);
  expect(ask).toHaveBeenCalledTimes(1);
});

it.each([
  ['other runs', sql, { runs: [1n, 3n] }],
  ['runs of another contract', sql, { runs: [1n, 2n], contractId: 'ct-b' }],
  ['another statement', `${sql} GROUP BY day`, { runs: [1n, 2n] }],
])('%s are asked about', async (_, statement, params) => {
  const { rowsOf } = keptAnswers();
  await rowsOf(sql, { runs: [1n, 2n] }, async () => answer({ total: '2' }));
  expect(await rowsOf(statement, params, async () => answer({ total: '3' }))).toEqual([{ total: '3' }]);
});

it('who changes the rows that were returned changes them for nobody else', async () => {
  const { rowsOf } = keptAnswers();
  const [row] = await rowsOf<{ total: string }>(sql, {}, async () => answer({ total: '2' }));
  Object.assign(row ?? {}, { total: '9' });
  expect(await rowsOf(sql, {}, async () => answer())).toEqual([{ total: '2' }]);
});

it.each(['', answer({ total: '2' }).slice(0, -5)])(
  'an answer that was cut (%j) is refused, and asked for again',
  async (cut) => {
    const { rowsOf } = keptAnswers();
    await expect(rowsOf(sql, {}, async () => cut)).rejects.toThrow();
    expect(await rowsOf(sql, {}, async () => answer({ total: '2' }))).toEqual([{ total: '2' }]);
  },
);
