import { purchases } from '@usance/api/billing/purchase';
import type { ChangedDimension, PurchaseChange } from '@usance/api/billing/purchase/purchase-change';
import { add, compare, type Exact, formatDecimal, isZero, multiply, subtract, sum, zero } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { rowsRated } from '../rated-rows.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-11-15T12:00:00Z',
    clickhouse: true,
    damaged: 'rated rows of no usage are put in',
  });
});
afterAll(() => app.close());

const october = Date.parse('2026-10-01');
const parts = ['usage', 'price', 'discount', 'new', 'gone'] as const;
const exact = (value: Exact) => formatDecimal(value, 12);
const partsOf = (change: PurchaseChange) => Object.fromEntries(parts.map((part) => [part, Number(change[part])]));
const row = (bill_at: string, consumption: string, unit_price: string, more: object = {}) => {
  const zhekou = 'zhekou' in more ? String(more.zhekou) : '1';
  return {
    bill_at,
    consumption,
    unit_price,
    // A list price may be quoted for another unit, such as a month.
    list_price: '1440',
    amount: exact(multiply(multiply(consumption, unit_price), zhekou)),
    ...more,
  };
};

describe(purchases.changes.id, () => {
  it('splits a rise into usage, price, discount, new and gone', async () => {
    const { id } = await contract(app);
    await rowsRated(app, id, 'UTC', [
      // 100 × 2.00 × 0.9 = 180.00, and then 150 × 3.00 × 0.8 = 360.00.
      row('2026-10-03T00:00:00Z', '100', '2', { zhekou: '0.9' }),
      row('2026-11-03T00:00:00Z', '150', '3', { zhekou: '0.8' }),
      row('2026-10-04T00:00:00Z', '7', '1', { object_id: 'wh-gone', object_name: 'old' }),
      row('2026-11-04T00:00:00Z', '5', '1', { object_id: 'wh-new', object_name: 'fresh' }),
      // Outside both windows.
      row('2026-10-20T00:00:00Z', '1000', '1'),
    ]);
    const { total, items, others, former, later } = await internalCaller(app).call(purchases.changes, {
      params: { id },
      query: { by: 'objectID' },
    });
    expect(former).toEqual({ start: '2026-10-01T00:00:00Z', end: '2026-10-15T13:00:00Z' });
    expect(later).toEqual({ start: '2026-11-01T00:00:00Z', end: '2026-11-15T13:00:00Z' });
    // 50 × 2.00 × 0.9; 150 × 1.00 × 0.9; 150 × 3.00 × −0.1.
    expect(partsOf(total)).toEqual({ usage: 90, price: 135, discount: -45, new: 5, gone: -7 });
    expect([total.formerAmount, total.amount, total.difference].map(Number)).toEqual([187, 365, 178]);
    expect(items.map(({ key, name, difference }) => [key, name, Number(difference)])).toEqual([
      ['wh-1', 'etl', 180],
      ['wh-new', 'fresh', 5],
      ['wh-gone', 'old', -7],
    ]);
    expect(Number(others.difference)).toBe(0);
  });

  it('counts usage that passes into a cheaper tier as usage at the last multiplier before', async () => {
    const { id } = await contract(app);
    await rowsRated(app, id, 'UTC', [
      row('2026-10-01T00:00:00Z', '10', '1'),
      row('2026-11-01T00:00:00Z', '10', '1'),
      row('2026-11-01T00:00:00Z', '30', '1', { zhekou: '0.5' }),
    ]);
    const { total } = await internalCaller(app).call(purchases.changes, { params: { id }, query: {} });
    expect(partsOf(total)).toEqual({ usage: 30, price: 0, discount: -15, new: 0, gone: 0 });
  });

  it('takes the terms from the last usage that was charged, and from late usage only without other', async () => {
    const { id } = await contract(app);
    await rowsRated(app, id, 'UTC', [
      row('2026-10-01T00:00:00Z', '100', '2'),
      row('2026-10-02T00:00:00Z', '0', '9'),
      row('2026-10-02T01:00:00Z', '1', '3', { amount: '0', chargeable: 0 }),
      row('2026-10-03T00:00:00Z', '1', '5', { adjustment: 1 }),
      row('2026-11-01T00:00:00Z', '152', '2'),
    ]);
    const { total } = await internalCaller(app).call(purchases.changes, { params: { id }, query: {} });
    // 152 − 102 units at 2.00; units at 3.00 and 5.00 cost 4.00 more; the one at 3.00 was free.
    expect(partsOf(total)).toEqual({ usage: 100, price: -4, discount: 3, new: 0, gone: 0 });
  });

  it.each([
    ['formerEnd', { formerStart: october }],
    ['formerStart', { formerEnd: october }],
    ['formerEnd', { formerStart: october, formerEnd: october - 1 }],
    ['start', { start: Date.parse('2005-01-01'), end: october }],
  ])('refuses a period without its %s, or a too long one', async (field, query) => {
    const { id } = await contract(app);
    expect(await internalCaller(app).refusal(purchases.changes, { params: { id }, query })).toMatchObject({
      code: 400,
      metadata: { field },
    });
  });

  it('shows ten ups and ten downs, and what the total has beside them', async () => {
    const { id } = await contract(app);
    const of = (no: number) => ({ object_id: `wh-${no}`, object_name: `object ${no}` });
    await rowsRated(
      app,
      id,
      'UTC',
      Array.from({ length: 25 }, (_, no) => [
        row('2026-10-01T00:00:00Z', '20', '1', of(no)),
        row('2026-11-01T00:00:00Z', String(2 * no), '1', of(no)),
      ]).flat(),
    );
    const { total, items, others } = await internalCaller(app).call(purchases.changes, {
      params: { id },
      query: { by: 'objectID' },
    });
    expect(items.map(({ difference }) => Number(difference))).toEqual([
      28, 26, 24, 22, 20, 18, 16, 14, 12, 10, -2, -4, -6, -8, -10, -12, -14, -16, -18, -20,
    ]);
    expect(Number(total.difference)).toBe(100);
    expect(Number(others.difference)).toBe(20);
  });

  it('of a contract without usage is all 0', async () => {
    const { id } = await contract(app);
    const { total, items } = await internalCaller(app).call(purchases.changes, { params: { id }, query: {} });
    expect([total.difference, items]).toEqual(['0.00000000', []]);
  });
});

const hourMs = 3_600_000;
const firstHour = Date.parse('2026-10-01T00:00:00Z');
const hoursOfTest = 96;
const small = (max: bigint, min = 0n) =>
  fc.bigInt({ min, max }).map((units) => formatDecimal({ ...zero, units, scale: 12 }));
const drawnRow = fc
  .record({
    hour: fc.integer({ min: 0, max: hoursOfTest - 1 }),
    sku: fc.integer({ min: 1, max: 2 }),
    object: fc.integer({ min: 1, max: 2 }),
    cloud: fc.integer({ min: 1, max: 2 }),
    unit_price: fc.constantFrom('1.5', '0.000000000007', '99999.999999999999'),
    zhekou: fc.constantFrom('1', '0.85', '0.333333'),
    consumption: small(10n ** 24n, -(10n ** 24n)),
    isCharged: fc.boolean(),
    adjustment: fc.constantFrom(0 as const, 1 as const),
  })
  .map(({ hour, sku, object, cloud, isCharged, ...terms }) => ({
    ...terms,
    bill_at: new Date(firstHour + hour * hourMs).toISOString().replace('.000', ''),
    sku_no: sku,
    billing_item: `item.${sku}`,
    product: sku === 1 ? 'Compute' : 'Storage',
    object_id: `wh-${object}`,
    datacloud_id: `dc-${cloud}`,
    amount: isCharged
      ? exact(roundHalfUp(multiply(multiply(terms.consumption, terms.unit_price), terms.zhekou), 12))
      : '0',
  }));
type DrawnRow = ReturnType<typeof drawnRow.generate>['value'];
const bound = fc.integer({ min: 0, max: 2 * hoursOfTest }).map((halfHours) => firstHour + (halfHours * hourMs) / 2);
const window = fc.tuple(bound, bound).map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);
const keyOf = (each: DrawnRow, by: ChangedDimension) =>
  ({ datacloudID: each.datacloud_id, objectID: each.object_id, product: each.product, billingItem: each.billing_item })[
    by
  ];

it('adds up to the last place for any two windows, and equals plain arithmetic', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(drawnRow, { minLength: 1, maxLength: 30 }),
      fc.array(
        fc.record({
          former: window,
          later: window,
          by: fc.constantFrom<ChangedDimension>('datacloudID', 'objectID', 'product', 'billingItem'),
        }),
        { minLength: 5, maxLength: 5 },
      ),
      async (rows, queries) => {
        const { id } = await contract(app);
        await rowsRated(app, id, 'UTC', rows);
        for (const { former, later, by } of queries) {
          const { total, items, others } = await internalCaller(app).call(purchases.changes, {
            params: { id },
            query: { by, start: later[0], end: later[1], formerStart: former[0], formerEnd: former[1] },
          });
          for (const change of [total, ...items, others])
            expect(exact(sum(parts.map((part) => change[part])))).toBe(exact(change.difference));
          const inWindow =
            ([start, end]: readonly [number, number]) =>
            (each: DrawnRow) =>
              start <= Date.parse(each.bill_at) && Date.parse(each.bill_at) < end;
          const [before, after] = [rows.filter(inWindow(former)), rows.filter(inWindow(later))];
          expect(exact(total.formerAmount)).toBe(exact(sum(before.map(({ amount }) => amount))));
          expect(exact(total.amount)).toBe(exact(sum(after.map(({ amount }) => amount))));
          for (const each of parts) {
            const shown = [...items, others].map((change) => change[each]);
            expect(exact(sum(shown))).toBe(exact(total[each]));
          }
          const keys = new Set([...before, ...after].map((each) => keyOf(each, by)));
          const differs = [...keys].map((key) => {
            const of = (all: readonly DrawnRow[]) =>
              sum(all.filter((each) => keyOf(each, by) === key).map(({ amount }) => amount));
            return [key, exact(subtract(of(after), of(before)))];
          });
          expect(new Map(items.map(({ key, difference }) => [key, exact(difference)]))).toEqual(
            new Map(differs.filter(([, difference]) => !isZero(difference ?? '0')) as [string, string][]),
          );
          expect(exact(total.usage)).toBe(exact(usageOf(before, after)));
        }
      },
    ),
    { numRuns: 6, endOnFailure: true },
  );
});

/** The change of usage at the last terms before, of each SKU of an object in a data cloud. */
function usageOf(before: readonly DrawnRow[], after: readonly DrawnRow[]) {
  const groupOf = (each: DrawnRow) => `${each.datacloud_id} ${each.object_id} ${each.sku_no}`;
  const later = Map.groupBy(after, groupOf);
  return [...Map.groupBy(before, groupOf)].reduce<Exact>((all, [key, former]) => {
    const now = later.get(key);
    if (now === undefined) return all;
    const quantity = (rows: readonly DrawnRow[]) => sum(rows.map(({ consumption }) => consumption));
    const more = subtract(quantity(now), quantity(former));
    const last = former.filter(({ amount }) => !isZero(amount)).toSorted(latestFirst)[0];
    return last ? add(all, roundHalfUp(multiply(multiply(more, last.unit_price), last.zhekou), 12)) : all;
  }, zero);
}

const latestFirst = (one: DrawnRow, other: DrawnRow) =>
  one.adjustment - other.adjustment ||
  other.bill_at.localeCompare(one.bill_at) ||
  compare(one.zhekou, other.zhekou) ||
  compare(other.unit_price, one.unit_price);
