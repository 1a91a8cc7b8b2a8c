import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestClickHouse } from '#testing/test-clickhouse.ts';
import type { ClickHouse } from '../clickhouse/client.ts';
import { spreadsheetText, spreadsheetTextSql } from './spreadsheet-text.ts';

let clickhouse: ClickHouse;
beforeAll(async () => {
  clickhouse = await openTestClickHouse();
});
afterAll(() => clickhouse.close());

it.each([
  ['=SUM(A1)', "'=SUM(A1)"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠1', "'＠1"],
  ['"=1', `'"=1`],
  ["'=1", "''=1"],
  ['\n=1', "'\n=1"],
  ['\t=1', "'\t=1"],
  [' \u3000=1', "' \u3000=1"],
  ['\u2003=1', "'\u2003=1"],
  ['\u202f\u1680+1', "'\u202f\u1680+1"],
  ['\u2028=1', "'\u2028=1"],
  ['plain\n=1\r\n"-2', `plain\n'=1\r\n'"-2`],
  ['1-2=3', '1-2=3'],
  ['a@b.io', 'a@b.io'],
  ['中文', '中文'],
  ['', ''],
])('%j becomes %j, in our files and in those of the usage database', async (text, harmless) => {
  expect(spreadsheetText(text)).toBe(harmless);
  const sql = `SELECT ${spreadsheetTextSql('{text:String}')} AS text`;
  expect(await clickhouse.query(sql, { text })).toEqual([{ text: harmless }]);
});
