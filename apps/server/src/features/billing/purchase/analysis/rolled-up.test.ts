import { type AggDimension, purchases } from '@usance/api/billing/purchase';
import { add, compare, formatDecimal, sum } from '@usance/money/decimal';
import { dayOf } from '@usance/period/day';
import { instant } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { verifyRated } from '../../../metering/rating/verify-rated.ts';
import {
  bound,
  type Drawn,
  type DrawnRow,
  drawnRow,
  latestRow,
  rowOf,
  totalOfRows,
  twelvePlaces,
} from '../drawn-rows.fixture.ts';
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

const asked = fc
  .record({
    range: fc.tuple(bound, bound),
    includeZeroAmount: fc.boolean(),
    objectID: fc.option(fc.subarray(['wh-1', 'wh-2'], { minLength: 1 }), { nil: undefined }),
    product: fc.option(fc.constant<string[]>(['Compute']), { nil: undefined }),
    aggDimensions: fc.subarray<AggDimension>(['product', 'billingItem', 'datacloudID', 'objectID', 'day'], {
      minLength: 1,
    }),
  })
  .map(({ range: [one, other], ...query }) => ({ start: Math.min(one, other), end: Math.max(one, other), ...query }));
type Asked = Drawn<typeof asked>;

const isAsked = (query: Asked) => (row: DrawnRow) => {
  const at = Date.parse(row.bill_at);
  const isCharged = query.includeZeroAmount || compare(row.amount, '0') !== 0;
  const isOf = (values: readonly string[] | undefined, value: string) => values === undefined || values.includes(value);
  return (
    query.start <= at &&
    at < query.end &&
    isCharged &&
    isOf(query.objectID, row.object_id) &&
    isOf(query.product, row.product)
  );
};
/** Sets that are compared as sets: several groups may have the same amount. */
const ordered = (items: readonly unknown[]) => items.map((item) => JSON.stringify(item)).sort();

describe.each(['USD', 'CNY'] as const)('every analysis of a contract in %s', (currency) => {
  const zone = billingZoneOf(currency);
  const keyOf = (row: DrawnRow, dimension: AggDimension) =>
    dimension === 'day'
      ? dayOf(instant(row.bill_at), zone)
      : { product: row.product, billingItem: row.billing_item, datacloudID: row.datacloud_id, objectID: row.object_id }[
          dimension as 'product'
        ];

  it('equals the sum of the rows to the last place, however the window cuts its days', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(drawnRow, { minLength: 1, maxLength: 40 }),
        fc.array(asked, { minLength: 5, maxLength: 5 }),
        async (drawn, queries) => {
          const { id } = await contract(app, { currency });
          const all = drawn.map(rowOf);
          await rowsRated(app, id, zone, all);
          for (const query of queries) {
            const rows = all.filter(isAsked(query));
            await comparesGroups(id, query, rows);
            await comparesSkus(id, query, rows);
            await comparesDays(id, query, rows);
            await comparesFields(id, query, all);
          }
        },
      ),
      { numRuns: 6 },
    );
  });

  async function comparesGroups(id: string, query: Asked, rows: readonly DrawnRow[]) {
    const { items } = await internalCaller(app).call(purchases.aggBy, { params: { id }, query });
    const groups = Map.groupBy(rows, (row) => JSON.stringify(query.aggDimensions.map((each) => keyOf(row, each))));
    const wanted = [...groups.values()].map((ofOne) => ({
      keys: query.aggDimensions.map((dimension) => ofOne[0] && keyOf(ofOne[0], dimension)),
      amount: totalOfRows(ofOne.map(({ amount }) => amount)),
      consumption:
        new Set(ofOne.map((row) => row.consumption_unit)).size === 1
          ? totalOfRows(ofOne.map(({ consumption }) => consumption))
          : undefined,
      cloud: query.aggDimensions.includes('datacloudID') ? latestRow(ofOne)?.datacloud_name : undefined,
      object: query.aggDimensions.includes('objectID') ? latestRow(ofOne)?.object_name : undefined,
    }));
    const found = items.map((item) => ({
      keys: query.aggDimensions.map((dimension) => item[dimension]),
      amount: twelvePlaces(item.amount),
      consumption: item.consumption === undefined ? undefined : twelvePlaces(item.consumption),
      cloud: item.datacloudName,
      object: item.objectName,
    }));
    expect(ordered(found)).toEqual(ordered(wanted));
  }

  async function comparesSkus(id: string, { aggDimensions: _, ...query }: Asked, rows: readonly DrawnRow[]) {
    const { items } = await internalCaller(app).call(purchases.aggBySku, { params: { id }, query });
    const groups = Map.groupBy(rows, (row) => `${row.sku_no} ${row.list_price} ${row.zhekou}`);
    const wanted = [...groups.values()].map((ofOne) => [
      ofOne[0]?.billing_item,
      ofOne[0] && twelvePlaces(ofOne[0].list_price),
      ofOne[0] && Number(ofOne[0].zhekou),
      totalOfRows(ofOne.map(({ amount }) => amount)),
      totalOfRows(ofOne.map(({ consumption }) => consumption)),
    ]);
    const found = items.map((item) => [
      item.billingItem,
      twelvePlaces(item.listPrice),
      Number(item.zhekou),
      twelvePlaces(item.amount),
      twelvePlaces(item.consumption),
    ]);
    expect(ordered(found)).toEqual(ordered(wanted));
  }

  async function comparesDays(id: string, { aggDimensions: _, ...query }: Asked, rows: readonly DrawnRow[]) {
    const { items } = await internalCaller(app).call(purchases.dailyAcc, { params: { id }, query });
    const byDay = Map.groupBy(rows, (row): string => dayOf(instant(row.bill_at), zone));
    let running = sum([]);
    for (const { day, amount, accAmount } of items) {
      const wanted = totalOfRows((byDay.get(day) ?? []).map((row) => row.amount));
      running = add(running, wanted);
      expect([day, twelvePlaces(amount), twelvePlaces(accAmount)]).toEqual([day, wanted, formatDecimal(running, 12)]);
    }
    expect(items.map(({ day }) => day)).toEqual(expect.arrayContaining([...byDay.keys()]));
  }

  async function comparesFields(id: string, { start, end }: Asked, all: readonly DrawnRow[]) {
    const fields = await internalCaller(app).call(purchases.distinctFields, { params: { id }, query: { start, end } });
    const rows = all.filter(({ bill_at }) => start <= Date.parse(bill_at) && Date.parse(bill_at) < end);
    expect(fields.internalPriceNames).toEqual([...new Set(rows.map((row) => row.billing_item))].sort());
    expect(fields.products).toEqual([...new Set(rows.map((row) => row.product))].sort());
    expect(fields.dataclouds.map((cloud) => cloud.id).sort()).toEqual(
      [...new Set(rows.map((row) => row.datacloud_id))].sort(),
    );
  }
});

it('verify finds a roll-up that is not the sum of its rows, group by group', async () => {
  const { id } = await contract(app);
  const row = { bill_at: '2026-10-01T00:00:00Z', object_id: 'wh-1' };
  await rowsRated(app, id, 'UTC', [row, { ...row, object_id: 'wh-2' }]);
  const problems = async () => {
    const found = [];
    for await (const problem of verifyRated(app.deps))
      if (problem.startsWith(`${id}: the roll-up`)) found.push(problem);
    return found;
  };
  expect(await problems()).toEqual([]);
  // The totals of the day stay the same.
  await app.deps.clickhouse.command(
    `ALTER TABLE rated_rollup UPDATE amount = amount + if(object_id = 'wh-1', toDecimal128(1, 12), toDecimal128(-1, 12))
     WHERE contract_id = {id:String}`,
    { id },
    { mutations_sync: '1' },
  );
  expect(await problems()).toEqual([expect.stringContaining('the roll-up of 2026-10-01 is not the sum of its rows')]);
});
