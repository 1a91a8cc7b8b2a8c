import { purchases } from '@usance/api/billing/purchase';
import { formatDecimal, sum } from '@usance/money/decimal';
import { dayOf } from '@usance/period/day';
import { instant } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { cellsOf } from '../purchases.fixture.ts';
import { rowsRated } from '../rated-rows.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-10-15T12:00:00Z',
    clickhouse: true,
    damaged: 'rated rows of no usage are put in',
  });
});
afterAll(() => app.close());

const hourMs = 3_600_000;
const firstHour = Date.parse('2026-10-01T00:00:00Z');
const hoursOfTest = 96;
const timeOf = (hour: number) => new Date(firstHour + hour * hourMs).toISOString().replace('.000', '');
const hourOf = (time: string) => (Date.parse(time) - firstHour) / hourMs;

type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never;
const hour = fc.integer({ min: 0, max: hoursOfTest - 1 });
/** Late usage is billed hours or days after the hour of its use. */
const drawnRow = fc
  .record({
    hour,
    late: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }) }),
    cloud: fc.integer({ min: 1, max: 3 }),
    sku: fc.constantFrom(1, 1, 1, 2),
    amount: fc.integer({ min: -3, max: 1_000 }).map((units) => formatDecimal(`${units}`, 12)),
  })
  .map(({ hour: billed, late, cloud, sku, amount }) => ({
    bill_at: timeOf(billed),
    start_at: timeOf(billed - late),
    end_at: timeOf(billed - late + 1),
    adjustment: late > 0 ? (1 as const) : (0 as const),
    datacloud_id: `dc-${cloud}`,
    sku_no: sku,
    billing_item: `item.${sku}`,
    amount,
  }));
type Row = Drawn<typeof drawnRow>;

const values = ['a', '=b,"\\\' 数据', ''];
const change = fc.record({
  hour: fc.integer({ min: -40, max: hoursOfTest + 10 }),
  datacloudId: fc.constantFrom('dc-1', 'dc-2'),
  key: fc.constantFrom('team', 'env:x'),
  value: fc.constantFrom(...values, null),
});
const history = fc.uniqueArray(change, {
  maxLength: 14,
  selector: (each) => `${each.datacloudId} ${each.key} ${each.hour}`,
});
type Change = { datacloudId: string; key: string; hour: number; value: string | null };

/** A whole range is read from sums, except on days on which a tag changes. */
const wholeRange = fc.constant([firstHour - 100 * hourMs, firstHour + 2 * hoursOfTest * hourMs]);
const bound = fc.integer({ min: -2, max: 2 * hoursOfTest + 2 }).map((halves) => firstHour + (halves * hourMs) / 2);
const asked = fc
  .record({
    range: fc.oneof(wholeRange, fc.tuple(bound, bound)),
    includeZeroAmount: fc.boolean(),
    tag: fc.oneof(
      fc.constant<string[]>([]),
      fc.subarray(['team', ...values.map((value) => `team=${value}`), 'env:x=a', 'env:x']),
    ),
    aggDimensions: fc
      .subarray(['datacloudID', 'billingItem', 'day'] as const)
      .map((others): ('tag' | (typeof others)[number])[] => ['tag', ...others]),
    tagKey: fc.constantFrom('team', 'env:x', 'never-set'),
  })
  .map(({ range: [one = 0, other = 0], ...query }) => ({
    start: Math.min(one, other),
    end: Math.max(one, other),
    ...query,
  }));
type Asked = Drawn<typeof asked>;

/** The tags of a row, one key after the other: the last change at or before the hour of its use. */
function tagsOf(row: Row, changes: readonly Change[]): Record<string, string> {
  const held = changes
    .filter((each) => each.datacloudId === row.datacloud_id && each.hour <= hourOf(row.start_at))
    .toSorted((one, other) => one.hour - other.hour);
  const last = new Map(held.map(({ key, value }) => [key, value]));
  return Object.fromEntries([...last].flatMap(([key, value]) => (value === null ? [] : [[key, value]])).sort());
}

function isAsked(query: Asked, changes: readonly Change[]) {
  return (row: Row) => {
    const at = Date.parse(row.bill_at);
    const tags = tagsOf(row, changes);
    const wanted = Map.groupBy(query.tag, (text) => text.split('=', 1)[0] ?? '');
    return (
      query.start <= at &&
      at < query.end &&
      (query.includeZeroAmount || Number(row.amount) !== 0) &&
      [...wanted].every(([key, texts]) => texts.includes(key in tags ? `${key}=${tags[key]}` : key))
    );
  };
}

const total = (rows: readonly Row[]) => formatDecimal(sum(rows.map(({ amount }) => amount)), 12);
const exact = (value: string) => formatDecimal(value, 12);
const ordered = (items: readonly unknown[]) => items.map((item) => JSON.stringify(item)).sort();

it('asks for the key of the tag by which it groups', async () => {
  const params = { id: (await contract(app)).id };
  const reads = [
    internalCaller(app).refusal(purchases.aggBy, { params, query: { aggDimensions: ['tag'] } }),
    internalCaller(app).refusal(purchases.groups, { params, query: { groupBy: 'tag' } }),
  ];
  for (const refusal of await Promise.all(reads))
    expect(refusal).toMatchObject({ code: 400, metadata: { field: 'tagKey' } });
});

it.each(['=a', 'a b', 'a b=c', `${'k'.repeat(65)}=v`, `k=${'v'.repeat(320)}`, ''])(
  'refuses the filter %j',
  async (tag) => {
    const params = { id: (await contract(app)).id };
    const refusal = await internalCaller(app).refusal(purchases.list, { params, query: { tag: ['team=a', tag] } });
    expect(refusal).toMatchObject({ code: 400, metadata: { field: 'tag.1' } });
  },
);

it('lists the tags that held in the range, also in a part of it', async () => {
  const { id } = await contract(app);
  await keep(id, [
    { datacloudId: 'dc-1', key: 'team', hour: -30, value: 'gone before' },
    { datacloudId: 'dc-1', key: 'team', hour: 0, value: 'b' },
    { datacloudId: 'dc-1', key: 'team', hour: 5, value: 'a' },
    { datacloudId: 'dc-2', key: 'team', hour: 5, value: 'a' },
    { datacloudId: 'dc-2', key: 'env:x', hour: 9, value: '' },
    { datacloudId: 'dc-2', key: 'later', hour: 10, value: 'a' },
  ]);
  const query = { start: firstHour, end: firstHour + 10 * hourMs };
  const { tags } = await internalCaller(app).call(purchases.distinctFields, { params: { id }, query });
  expect(tags).toEqual([
    { key: 'env:x', values: [''] },
    { key: 'team', values: ['a', 'b'] },
  ]);
});

async function keep(id: string, changes: readonly Change[]) {
  for (const each of changes.toSorted((one, other) => one.hour - other.hour))
    await app.deps.db
      .insertInto('datacloud_tag')
      .values({
        contract_id: id,
        datacloud_id: each.datacloudId,
        key: each.key,
        value: each.value,
        from_hour: new Date(timeOf(each.hour)),
        changed_at: new Date(timeOf(each.hour)),
      })
      .execute();
}

describe.each(['USD', 'CNY'] as const)('usage of a contract in %s', (currency) => {
  const zone = billingZoneOf(currency);

  it('has the tags of its hour in every list, filter, sum and file, however the window cuts its days', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(drawnRow, { minLength: 1, maxLength: 90, size: 'max' }),
        history,
        fc.array(asked, { minLength: 4, maxLength: 4 }),
        async (rows, changes, queries) => {
          const { id } = await contract(app, { currency });
          await rowsRated(app, id, zone, rows);
          await keep(id, changes);
          for (const query of queries) {
            const found = rows.filter(isAsked(query, changes));
            await comparesGroups(id, query, found, changes);
            await comparesOtherSums(id, query, found);
            await comparesRows(id, query, found, changes);
          }
        },
      ),
      { numRuns: 8 },
    );
  });

  async function comparesGroups(id: string, query: Asked, rows: readonly Row[], changes: readonly Change[]) {
    const { items } = await internalCaller(app).call(purchases.aggBy, { params: { id }, query });
    const keyOf = (row: Row, dimension: Asked['aggDimensions'][number]) =>
      dimension === 'tag'
        ? (tagsOf(row, changes)[query.tagKey] ?? null)
        : { datacloudID: row.datacloud_id, billingItem: row.billing_item, day: dayOf(instant(row.bill_at), zone) }[
            dimension
          ];
    const keysOf = (row: Row) => query.aggDimensions.map((dimension) => keyOf(row, dimension));
    const groups = Map.groupBy(rows, (row) => JSON.stringify(keysOf(row)));
    const { aggDimensions: _, ...filters } = query;
    const grouped = await internalCaller(app).call(purchases.groups, {
      params: { id },
      query: { ...filters, groupBy: 'tag' },
    });
    const byTag = Map.groupBy(rows, (row) => keyOf(row, 'tag'));
    expect(ordered(grouped.items.map((item) => [item.tag, exact(item.amount)]))).toEqual(
      ordered([...byTag].map(([value, ofOne]) => [value, total(ofOne)])),
    );
    expect(exact(grouped.amount)).toBe(total(rows));
    expect(ordered(items.map((item) => [query.aggDimensions.map((each) => item[each]), exact(item.amount)]))).toEqual(
      ordered([...groups].map(([keys, ofOne]) => [JSON.parse(keys), total(ofOne)])),
    );
  }

  async function comparesOtherSums(
    id: string,
    { aggDimensions: _, tagKey: __, ...query }: Asked,
    rows: readonly Row[],
  ) {
    const skus = await internalCaller(app).call(purchases.aggBySku, { params: { id }, query });
    const days = await internalCaller(app).call(purchases.dailyAcc, { params: { id }, query });
    for (const { items } of [skus, days])
      expect(formatDecimal(sum(items.map(({ amount }) => amount)), 12)).toBe(total(rows));
  }

  async function comparesRows(
    id: string,
    { aggDimensions: _, tagKey: __, ...query }: Asked,
    rows: readonly Row[],
    changes: readonly Change[],
  ) {
    const page = await internalCaller(app).call(purchases.list, { params: { id }, query: { ...query, pageSize: 100 } });
    const wanted = ordered(
      rows.map((row) => [row.start_at, row.datacloud_id, exact(row.amount), tagsOf(row, changes)]),
    );
    expect(page.totalSize).toBe(rows.length);
    expect(ordered(page.items.map((row) => [row.start, row.datacloudID, exact(row.amount), row.tags]))).toEqual(wanted);
    const csv = await internalCaller(app).call(purchases.download, { params: { id }, query });
    const cells = cellsOf(csv).map((line) => [line[0], line[10], line[18], JSON.parse(line.at(-1) || '{}')]);
    expect(ordered(cells)).toEqual(wanted);
  }
});
