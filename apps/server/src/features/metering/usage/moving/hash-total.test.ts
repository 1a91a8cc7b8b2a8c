import { afterAll, beforeAll, expect, it } from 'vitest';
import { sipHash64 } from '#platform/clickhouse/sip-hash.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { hashTotalOf, hashTotalSql } from './hash-total.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true });
});
afterAll(() => app.close());

it('texts of every length have the same hash as in the usage database', async () => {
  const texts = Array.from({ length: 41 }, (_, length) => '日本 — ü\u0001x'.repeat(8).slice(0, length));
  const rows = await app.deps.clickhouse.query<{ hash: string }>(
    'SELECT sipHash64(arrayJoin({texts:Array(String)})) AS hash',
    { texts },
  );
  expect(rows.map(({ hash }) => hash)).toEqual(texts.map((text) => String(sipHash64(text))));
});

it('records have the same hash total as in the usage database, in any order, even if the sum overflows', async () => {
  const records = Array.from({ length: 50 }, (_, at) => ({ source: `meter-${at % 3}`, usage_id: `u-${at}` }));
  const [told] = await app.deps.clickhouse.query<{ hash: string }>(
    `SELECT ${hashTotalSql} AS hash FROM (SELECT arrayJoin(
       arrayZip({sources:Array(String)}, {ids:Array(String)})) AS record, record.1 AS source, record.2 AS usage_id)`,
    { sources: records.map(({ source }) => source), ids: records.map(({ usage_id }) => usage_id) },
  );
  expect(hashTotalOf(records)).toBe(told?.hash);
  expect(hashTotalOf(records.toReversed())).toBe(told?.hash);
});

it.each([
  ['one there twice makes up for no other', ['a 1', 'a 1'], ['a 1', 'a 2']],
  ['one of another source makes up for none', ['a 1', 'b 2'], ['a 2', 'b 1']],
  ['one whose source is another’s id makes up for none', ['a b', 'a b'], ['a b', 'b a']],
  ['ids that equal their sources are distinguished', ['a a', 'a a'], ['a a', 'b b']],
  ['two in their middle make up for none on either side', ['a 2', 'a 3'], ['a 1', 'a 4']],
])('%s', (_, left, right) => {
  const totalOf = (texts: readonly string[]) =>
    hashTotalOf(texts.map((text) => ({ source: text.slice(0, 1), usage_id: text.slice(2) })));
  expect(totalOf(left)).not.toBe(totalOf(right));
});
