import { focusExports } from '@usance/api/billing/focus-export';
import { purchases } from '@usance/api/billing/purchase';
import { skus } from '@usance/api/metering/sku';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { coreHour } from '../../metering/sku/sku.fixture.ts';
import { priceFrom } from '../../metering/usage/metering.fixture.ts';
import { cellsOf } from '../purchase/purchases.fixture.ts';
import { rowsRated } from '../purchase/rated-rows.fixture.ts';
import { parseCsv } from './parse-csv.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-10-15T12:00:00Z',
    clickhouse: true,
    damaged: 'rated rows of no usage are put in',
  });
  const { items } = await internalCaller(app).call(skus.create, { body: { items: [coreHour('compute.r')] } });
  await priceFrom(app, items[0]?.id ?? '', '2', '2026-10-01T00:00:00Z', 'USD');
});
afterAll(() => app.close());

const usedAt = '2026-10-10T10:00:00Z';
const used = { start: Date.parse(usedAt), end: Date.parse('2026-10-10T11:00:00Z') };

it.each([
  ['900 data clouds with 20 long tags each', { clouds: 900, days: 1, length: 256 }],
  [
    '100 data clouds with 20 tags each, one of which changes every day of a year',
    { clouds: 100, days: 365, length: 12 },
  ],
])('reads an hour and exports a month of %s', async (_, { clouds, days, length }) => {
  const { id } = await contract(app);
  await sql`
    insert into datacloud_tag (contract_id, datacloud_id, key, from_hour, value, changed_at)
    select ${id}, 'dc-' || cloud, 'tag-' || tag, at, rpad(concat(cloud, '/', day, '/', tag, '/'), ${length}::int, 'v'), at
    from generate_series(1, ${clouds}::int) as cloud, generate_series(1, 20) as tag,
      generate_series(1, case tag when 7 then ${days}::int else 1 end) as day,
      lateral (select ${usedAt}::timestamptz - interval '1 day' * (${days}::int - day)) as begun (at)`.execute(
    app.deps.db,
  );
  const ids = Array.from({ length: clouds }, (_, at) => `dc-${at + 1}`);
  await rowsRated(
    app,
    id,
    'UTC',
    ids.map((datacloud_id) => ({ bill_at: usedAt, datacloud_id })),
  );
  const expected = Object.fromEntries(ids.map((dc, at) => [dc, `${at + 1}/${days}/7/`.padEnd(length, 'v')]));
  const caller = internalCaller(app);
  const params = { id };
  const csv = await caller.call(purchases.download, { params, query: used });
  const tagOf = (json: string | null | undefined): unknown => JSON.parse(json ?? '{}')['tag-7'];
  expect(Object.fromEntries(cellsOf(csv).map((line) => [line[10], tagOf(line.at(-1))]))).toEqual(expected);
  const query = { fromMonth: '2026-10', toMonth: '2026-10' };
  const { rows } = parseCsv(await caller.call(focusExports.costAndUsage, { params, query }));
  expect(Object.fromEntries(rows.map((row) => [row['SubAccountId'], tagOf(row['Tags'])]))).toEqual(expected);
});
