import { contractArchives } from '@usance/api/installation/contract-archive';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { type ArchivedTable, archivedTables, fileOf } from './archived-tables.ts';
import { archivedFiles, changedArchive, contractToMove, exported, movingDay } from './contract-archive.fixture.ts';

let from: TestApp;
let to: TestApp;
let id = '';
let tar = '';
let columns: readonly { table: string; name: string; type: string }[] = [];
beforeAll(async () => {
  from = await startTestApp({ now: movingDay });
  to = await startTestApp({ now: movingDay });
  ({ id } = await contractToMove(from));
  tar = await exported(from, id);
  const tables = archivedTables.map(({ table }) => table);
  ({ rows: columns } = await sql<{ table: string; name: string; type: string }>`
    select attrelid::regclass::text as table, attname as name, atttypid::regtype::text as type from pg_attribute
    where attrelid = any(${tables}::text[]::regclass[]) and attnum > 0 and not attisdropped`.execute(from.deps.db));
});
afterAll(async () => {
  await from.close();
  await to.close();
});

/** The first row of a table in the archive, or a minimal one. */
async function rowOf(each: ArchivedTable): Promise<Record<string, unknown>> {
  const [line] = (await archivedFiles(tar)).get(fileOf(each))?.toString().split('\n') ?? [];
  if (line) return JSON.parse(line);
  const told = columns.filter(({ table, name }) => table === each.table && !each.without?.includes(name));
  const row = Object.fromEntries(told.map(({ name }) => [name, sound(each.tells?.[name])]));
  if (each.ofSku) {
    delete row['sku_id'];
    row['sku'] = ['', '', '', '', ''];
  }
  return { ...row, contract_id: id, ...('currency' in row && { currency: 'USD' }) };
}

/** A valid value of a column. */
function sound(schema: z.ZodMiniType | undefined): unknown {
  const prefix = schema && 'prefix' in schema ? String(schema.prefix) : '';
  const words = [null, `${prefix}-aaaa`, 'core_hour', 'aws', 'Active', 'https://example.com'];
  return words.find((word) => schema === undefined || schema.safeParse(word).success) ?? null;
}

const withRow = (each: ArchivedTable, row: object) =>
  changedArchive(tar, (name, text) => (name === fileOf(each) ? `${JSON.stringify(row)}\n` : text));
const refused = (body: string) => internalCaller(to).refusal(contractArchives.import, { body });
const nothingThere = async () => expect(await to.deps.db.selectFrom('contract').selectAll().execute()).toHaveLength(0);

describe.each(archivedTables.map((each) => [each.table, each] as const))('of %s in an archive', (table, each) => {
  it('each text obeys the limits of calls and has no direction overrides', async () => {
    const row = await rowOf(each);
    const texts = columns.filter(({ table: of, name, type }) => of === table && type === 'text' && name in row);
    expect(texts.length).toBeGreaterThan(0);
    for (const { name } of texts)
      for (const text of ['x'.repeat(20_000), ' '.repeat(20_000), 'a\u202eb'])
        expect(await refused(await withRow(each, { ...row, [name]: text })), `${name} ${text.length}`).toMatchObject({
          code: 400,
          reason: 'INVALID_PARAMETER',
          message: expect.stringMatching(new RegExp(`${fileOf(each)}.*\\b${name}\\b`)),
        });
    await nothingThere();
  });
});

it.each([
  ['a memo without end', 'posting', 'memo', { counterpartAccountName: 'x'.repeat(20_000) }],
  ['a memo that turns round', 'posting', 'memo', { of: 'a\u202eb' }],
  ['a SKU without end', 'price', 'sku', ['x'.repeat(20_000), '', '', '', '']],
  ['an address that is a script', 'datacloud', 'region_url', 'javascript:alert(1)'],
  ['an address of no web', 'datacloud', 'region_url', 'ftp://example.com'],
  ['two lines for one', 'kyc_info', 'address', '1 Harbour Road\nHong Kong'],
])('%s is refused', async (_, table, name, value) => {
  const each = archivedTables.find((one) => one.table === table) ?? expect.fail();
  expect(await refused(await withRow(each, { ...(await rowOf(each)), [name]: value }))).toMatchObject({
    code: 400,
    message: `${fileOf(each)} has an invalid ${name}.`,
  });
  await nothingThere();
});

it('reasons of several lines are accepted', async () => {
  const body = await changedArchive(tar, (name, text) =>
    name === 'contract_lifecycle.jsonl' ? text.replace('as agreed', 'as agreed:\\nby mail') : text,
  );
  expect(await internalCaller(to).call(contractArchives.import, { body })).toMatchObject({ contractId: id });
});
