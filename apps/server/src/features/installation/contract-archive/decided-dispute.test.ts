import { statements } from '@usance/api/billing/statement';
import { contractArchives } from '@usance/api/installation/contract-archive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { changedArchive, contractToMove, exported, movingDay } from './contract-archive.fixture.ts';

let from: TestApp;
let to: TestApp;
let id = '';
let tar = '';
beforeAll(async () => {
  from = await startTestApp({ now: movingDay });
  to = await startTestApp({ now: movingDay });
  ({ id } = await contractToMove(from));
  tar = await exported(from, id);
});
afterAll(async () => {
  await from.close();
  await to.close();
});

const sound = {
  at: '2026-10-03T00:00:00.000Z',
  by: 'ada@example.com',
  reason: 'Why?',
  decidedAt: '2026-10-05T00:00:00Z',
};
/** The text of the database, on which the digest of the archive rests. */
const asStored = (value: unknown) => JSON.stringify(value).replaceAll('":', '": ').replaceAll(',"', ', "');
const withDispute = (decided: unknown) =>
  changedArchive(tar, (name, text) =>
    name === 'statement.jsonl'
      ? text.replaceAll(/"decided_dispute": ?null/g, `"decided_dispute": ${asStored(decided)}`)
      : text,
  );

describe('a decided dispute in an archive', () => {
  it.each([
    ['a number', 5],
    ['without an end', { ...sound, decidedAt: 'infinity' }],
    ['of an author whose name changes its direction', { ...sound, by: 'a\u202eb' }],
    ['with a reason longer than any', { ...sound, reason: 'x'.repeat(501) }],
  ])('is refused if it is %s', async (_, decided) => {
    const body = await withDispute(decided);
    expect(body).not.toBe(tar);
    expect(await internalCaller(to).refusal(contractArchives.import, { body })).toMatchObject({ code: 400 });
  });

  it('comes with its statement', async () => {
    const body = await withDispute(sound);
    await internalCaller(to).call(contractArchives.import, { body });
    const { items } = await internalCaller(to).call(statements.list, { params: { id }, query: {} });
    expect(items[0]?.dispute).toEqual(sound);
  });
});
