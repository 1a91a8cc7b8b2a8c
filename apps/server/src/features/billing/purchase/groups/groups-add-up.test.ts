import { type PurchaseGroup, type PurchaseGrouping, purchases } from '@usance/api/billing/purchase';
import type { CallReply } from '@usance/api/call';
import { compare, formatDecimal, subtract } from '@usance/money/decimal';
import { addDays, dayOf, parseDay } from '@usance/period/day';
import { dayMs, instant } from '@usance/period/instant';
import { type BillingZone, billingZoneOf } from '@usance/period/zone';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
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

/** The value of a row in each dimension that the fixture varies; in others all rows are one group. */
const valueIn = (row: DrawnRow, groupBy: PurchaseGrouping): string =>
  ({ product: row.product, billingItem: row.billing_item, datacloudID: row.datacloud_id, objectID: row.object_id })[
    groupBy as 'product'
  ] ?? 'one';
const valueShown = (group: PurchaseGroup, groupBy: PurchaseGrouping): string | undefined =>
  ['product', 'billingItem', 'datacloudID', 'objectID'].includes(groupBy) ? group[groupBy] : 'one';

/** Days before no longer grow, in either zone. */
const signedUntil = Date.parse('2026-09-30T16:00:00Z');

const range = fc
  .tuple(bound, bound)
  .map(([one, other]) => ({ start: Math.min(one, other), end: Math.max(one, other) }));
const asked = fc.record({
  range,
  former: fc.option(range, { nil: undefined }),
  wholeDays: fc.boolean(),
  includeZeroAmount: fc.boolean(),
  product: fc.option(fc.constant<string[]>(['Compute']), { nil: undefined }),
  groupBy: fc.constantFrom<PurchaseGrouping[]>(
    'product',
    'type',
    'subType',
    'billingItem',
    'region',
    'cloudProvider',
    'edition',
    'datacloudID',
    'objectID',
  ),
  step: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
  orderBy: fc.constantFrom('amount' as const, 'former' as const, 'change' as const, 'name' as const),
  ordering: fc.constantFrom('asc' as const, 'desc' as const),
});
type Asked = Drawn<typeof asked>;
type Reply = CallReply<typeof purchases.groups>;

const isIn =
  (period: Asked['range'], { includeZeroAmount, product }: Asked) =>
  (row: DrawnRow) => {
    const at = Date.parse(row.bill_at);
    const isCharged = includeZeroAmount || compare(row.amount, '0') !== 0;
    return (
      period.start <= at && at < period.end && isCharged && (product === undefined || product.includes(row.product))
    );
  };

/** The step of a row, without the product's code: a week begins on Monday. */
function stepOf(row: DrawnRow, step: Asked['step'], zone: BillingZone): string {
  const day = dayOf(instant(row.bill_at), zone);
  if (step === 'month') return day.slice(0, 7);
  if (step === 'day') return day;
  let monday = parseDay(day);
  while (new Date(`${monday}T00:00:00Z`).getUTCDay() !== 1) monday = addDays(monday, -1);
  return monday;
}
const amountsBy = (rows: readonly DrawnRow[], keyOf: (row: DrawnRow) => string) =>
  new Map([...Map.groupBy(rows, keyOf)].map(([key, ofKey]) => [key, totalOfRows(ofKey.map(({ amount }) => amount))]));
const notZero = (amounts: Iterable<string>) =>
  [...amounts].map(twelvePlaces).filter((amount) => compare(amount, '0') !== 0);

it.each(['USD', 'CNY'] as const)(
  'groups add up to the rows and to the total, of a contract in %s',
  async (currency) => {
    const zone = billingZoneOf(currency);
    await fc.assert(
      fc.asyncProperty(
        fc.array(drawnRow, { minLength: 1, maxLength: 40 }),
        fc.array(asked, { minLength: 8, maxLength: 8 }),
        async (drawn, questions) => {
          const { id } = await contract(app, { currency });
          const all = drawn.map(rowOf);
          await rowsRated(app, id, zone, all);
          for (const question of questions) {
            const rows = all.filter(isIn(question.range, question));
            const reply = await everyPage(id, question);
            const days = comparedIn(reply, question);
            const [compared, former] = [days?.now, days?.before].map(
              (some) => some && all.filter(isIn(some, question)),
            );
            comparesTotals(reply, { rows, compared, former });
            comparesGroups(reply.items, question, { rows, compared, former });
            comparesSteps(reply, question, rows, former, zone);
          }
        },
      ),
      { numRuns: 3 },
    );
  },
);

/** Reads three groups at a time, so that pages must meet without a gap. */
async function everyPage(id: string, { range: { start, end }, former, ...query }: Asked): Promise<Reply> {
  const pageOf = (pageNum: number) =>
    internalCaller(app).call(purchases.groups, {
      params: { id },
      query: { ...query, start, end, formerStart: former?.start, formerEnd: former?.end, pageNum, pageSize: 3 },
    });
  const first = await pageOf(1);
  const items = [...first.items];
  for (let page = 2; items.length < first.totalSize; page += 1) {
    const next = await pageOf(page);
    expect({ ...next, items: [], pageNum: 1 }).toEqual({ ...first, items: [] });
    expect(next.items.length).toBeGreaterThan(0);
    items.push(...next.items);
  }
  expect((await pageOf(first.totalSize + 2)).items).toEqual([]);
  return { ...first, items };
}

/** The ranges that the reply compares: those of the question, or equally many whole days of both. */
function comparedIn({ comparedDays: days }: Reply, { range, former, wholeDays }: Asked) {
  const read = ({ start, end }: { start: string; end: string }) => ({ start: Date.parse(start), end: Date.parse(end) });
  const [now, before] = [days && read(days.now), days && read(days.before)];
  if (!wholeDays || former === undefined)
    expect([now, before]).toEqual(former ? [range, former] : [undefined, undefined]);
  if (now === undefined || before === undefined) {
    const isOneDayOver = range.end - range.start >= dayMs && range.start + dayMs <= signedUntil;
    expect(former === undefined || former.start === former.end || !isOneDayOver).toBe(true);
    return undefined;
  }
  expect([now.start, before.start]).toEqual([range.start, former?.start]);
  const isPast = now.end === range.end && before.end === former?.end;
  if (wholeDays && !isPast) {
    expect(now.end - now.start).toBe(before.end - before.start);
    if (before.end !== former?.end) expect((now.end - now.start) % dayMs).toBe(0);
  }
  return { now, before };
}

interface Summed {
  rows: readonly DrawnRow[];
  compared: readonly DrawnRow[] | undefined;
  former: readonly DrawnRow[] | undefined;
}

function comparesTotals(reply: Reply, { rows, compared, former }: Summed) {
  const wanted = totalOfRows(rows.map(({ amount }) => amount));
  expect(twelvePlaces(reply.amount)).toBe(wanted);
  expect(totalOfRows(reply.items.map(({ amount }) => amount))).toBe(wanted);
  const before = former && totalOfRows(former.map(({ amount }) => amount));
  const now = compared && totalOfRows(compared.map(({ amount }) => amount));
  expect(reply.compared && twelvePlaces(reply.compared.amount)).toBe(now);
  expect(reply.compared && twelvePlaces(reply.compared.formerAmount)).toBe(before);
  expect(reply.compared && twelvePlaces(reply.compared.change)).toBe(
    now && before && formatDecimal(subtract(now, before), 12),
  );
}

function comparesGroups(
  items: readonly PurchaseGroup[],
  { groupBy, orderBy, ordering }: Asked,
  { rows, compared, former }: Summed,
) {
  const both = [...rows, ...(former ?? [])];
  const [amounts, now, before] = [rows, compared ?? [], former ?? []].map((some) =>
    amountsBy(some, (row) => valueIn(row, groupBy)),
  );
  const wanted = [...Map.groupBy(both, (row) => valueIn(row, groupBy))].map(([value, ofGroup]) => [
    value,
    twelvePlaces(amounts?.get(value) ?? '0'),
    compared && twelvePlaces(now?.get(value) ?? '0'),
    former && twelvePlaces(before?.get(value) ?? '0'),
    former && formatDecimal(subtract(now?.get(value) ?? '0', before?.get(value) ?? '0'), 12),
    groupBy === 'objectID' ? latestRow(ofGroup)?.object_name : undefined,
    groupBy === 'datacloudID' ? latestRow(ofGroup)?.datacloud_name : undefined,
  ]);
  const found = items.map((item) => [
    valueShown(item, groupBy),
    twelvePlaces(item.amount),
    item.compared && twelvePlaces(item.compared.amount),
    item.compared && twelvePlaces(item.compared.formerAmount),
    item.compared && twelvePlaces(item.compared.change),
    item.objectName,
    item.datacloudName,
  ]);
  expect(found.toSorted()).toEqual(wanted.toSorted());
  const allowed = ordering === 'asc' ? [-1, 0] : [0, 1];
  for (const [at, next] of items.slice(1).entries()) {
    const order = items[at] && orderOf(orderBy, groupBy, items[at], next);
    expect(allowed).toContain(order);
  }
}

function orderOf(orderBy: Asked['orderBy'], groupBy: PurchaseGrouping, one: PurchaseGroup, other: PurchaseGroup) {
  const nameOf = (group: PurchaseGroup) => group.objectName ?? group.datacloudName ?? group[groupBy] ?? '';
  if (orderBy === 'name') return Math.sign(Number(nameOf(one) > nameOf(other)) - Number(nameOf(one) < nameOf(other)));
  const figures: Record<typeof orderBy, (group: PurchaseGroup) => string> = {
    amount: ({ amount }) => amount,
    former: ({ compared }) => compared?.formerAmount ?? '0',
    change: ({ compared }) => compared?.change ?? '0',
  };
  return compare(figures[orderBy](one), figures[orderBy](other));
}

function comparesSteps(
  reply: Reply,
  { groupBy, step }: Asked,
  rows: readonly DrawnRow[],
  former: readonly DrawnRow[] | undefined,
  zone: BillingZone,
) {
  const keyOf = (row: DrawnRow) => stepOf(row, step, zone);
  const steps = [...amountsBy(rows, keyOf)].toSorted().map(([, amount]) => amount);
  expect(notZero(reply.steps.map(({ amount }) => amount))).toEqual(notZero(steps));
  for (const item of reply.items) {
    expect(item.steps).toHaveLength(reply.steps.length);
    expect(totalOfRows(item.steps)).toBe(twelvePlaces(item.amount));
    const ofGroup = rows.filter((row) => valueIn(row, groupBy) === valueShown(item, groupBy));
    const wanted = [...amountsBy(ofGroup, keyOf)].toSorted().map(([, amount]) => amount);
    expect(notZero(item.steps)).toEqual(notZero(wanted));
  }
  const before = former && [...amountsBy(former, keyOf)].toSorted().map(([, amount]) => amount);
  expect(reply.formerSteps && notZero(reply.formerSteps.map(({ amount }) => amount))).toEqual(
    before && notZero(before),
  );
}
