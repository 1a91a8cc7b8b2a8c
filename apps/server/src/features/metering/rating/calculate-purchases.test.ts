import { pathOf } from '@usance/api/call';
import type { Contract } from '@usance/api/contract';
import { purchases } from '@usance/api/purchase';
import { formatDecimal, sum } from '@usance/money/decimal';
import { parseDay } from '@usance/period/day';
import { instant } from '@usance/period/instant';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Outdated } from '../../../platform/start-over.ts';
import { contract, member } from '../../../testing/builders.ts';
import { internalCaller } from '../../../testing/callers.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { getContract } from '../../party/contract/contract.queries.ts';
import { dirtyDays } from '../billing-day/dirty-days.ts';
import { unbilledAmount, usageThrough } from '../billing-day/rated-days.ts';
import { monthSigned } from '../closed-month/closed-month.fixture.ts';
import { compilePriceSegments } from '../price/book/price-segments.ts';
import { acknowledged } from '../usage/metering.fixture.ts';
import { calculatePurchases } from './calculate-purchases.ts';
import { dropDeadRuns } from './drop-dead-runs.ts';
import { rateDays } from './rate-days.ts';
import { rateDue } from './rate-due.ts';
import { replaceRatedDays } from './replace-rated-days.ts';

// Prices have tests of their own; here they are a table that the test changes, and a place to act in mid-run.
const prices = vi.hoisted(() => ({ perUnit: '0.333333333333', whileRating: async () => {} }));
vi.mock('../price/book/price-book.ts', () => ({
  priceSegments: async (_db: unknown, _contract: unknown, window: Parameters<typeof compilePriceSegments>[1]) => {
    await prices.whileRating();
    const price = { unitPrice: prices.perUnit, listPrice: prices.perUnit, priceUnit: 'USD/core-hour', to: null };
    const from = instant('2026-01-01T00:00:00Z');
    return compilePriceSegments(
      {
        skus: new Map([[1, dimensions]]),
        prices: [{ ...price, skuNo: 1, isOwn: false, from }],
        discounts: [],
        uncharged: [],
      },
      window,
    );
  },
}));
const dimensions = {
  product: 'Compute',
  type: 'Warehouse',
  subType: '',
  billingItem: 'compute.r',
  cloudProvider: 'aws',
  region: 'us-east-1',
  edition: 'ENTERPRISE',
  consumptionUnit: 'core-hour',
};

let app: TestApp;
let acme: Contract;
let batch = 0n;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true, damaged: 'usage is put past PostgreSQL' });
});
afterAll(() => app.close());
beforeEach(async () => {
  prices.perUnit = '0.333333333333';
  prices.whileRating = async () => {};
  acme = await contract(app);
});

/** Meters quantities of SKU 1, one row each, in the hours given. */
async function meter(
  rows: readonly { at: string; quantity?: string; skuNo?: number; billAt?: string }[],
  id = acme.id,
) {
  batch += 1n;
  const records = rows.map(({ at, quantity = '1', skuNo = 1, billAt = at }, index) => ({
    contract_id: id,
    source: 'test',
    usage_id: `u-${batch}-${index}`,
    datacloud_id: 'dc-aaaa',
    datacloud_name: 'lake',
    object_id: 'wh-1',
    object_name: 'etl',
    resource_kind: 'warehouse',
    sku_no: skuNo,
    quantity,
    start_at: at,
    end_at: new Date(Date.parse(at) + 3_600_000).toISOString().replace('.000', ''),
    bill_at: billAt,
    chargeable: 1 as const,
  }));
  await acknowledged(app, id, records);
}

async function mark(day: string, id = acme.id) {
  await sql`insert into usage_dirty_day (contract_id, day) values (${id}, ${day})
    on conflict (contract_id, day) do update set version = nextval('usage_mark')`.execute(app.deps.db);
}

/** What a reader finds: how many rows, and their exact sum. */
async function shown(id = acme.id): Promise<[rows: number, amount: string]> {
  const query = { start: 0, end: Date.parse('2027-01-01T00:00:00Z'), pageSize: 999 };
  const { items } = await internalCaller(app).call(purchases.list, { params: { id }, query });
  return [items.length, formatDecimal(sum(items.map(({ amount }) => amount)), 12)];
}

const october = { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };
const calculate = (id = acme.id) =>
  internalCaller(app).call(purchases.calculate, { body: { contractId: id, ...october } });

describe(purchases.calculate.id, () => {
  it('rates what was metered in the whole billing days of the window, and says what it came to', async () => {
    await meter([
      { at: '2026-10-01T00:00:00Z', quantity: '3' },
      { at: '2026-10-02T23:00:00Z', quantity: '0.000000000001' },
    ]);
    await meter([{ at: '2026-10-03T00:00:00Z' }]);
    const body = { contractId: acme.id, start: '2026-10-01T13:00:00Z', end: '2026-10-02T00:00:00.001Z' };
    expect(await internalCaller(app).call(purchases.calculate, { body })).toEqual({
      contractId: acme.id,
      start: '2026-10-01T00:00:00Z',
      end: '2026-10-03T00:00:00Z',
      days: 2,
      rows: 2,
      amount: '0.999999999999',
    });
    expect(await shown()).toEqual([2, '0.999999999999']);
  });

  it('cuts days in the billing zone', async () => {
    const china = await contract(app, { currency: 'CNY' });
    await meter([{ at: '2026-10-01T15:00:00Z' }, { at: '2026-10-01T16:00:00Z' }], china.id);
    const body = { contractId: china.id, start: '2026-10-01T00:00:00+08:00', end: '2026-10-02T00:00:00+08:00' };
    expect(await internalCaller(app).call(purchases.calculate, { body })).toMatchObject({
      start: '2026-09-30T16:00:00Z',
      end: '2026-10-01T16:00:00Z',
      days: 1,
      rows: 1,
    });
  });

  it('replaces what it rated before, however often it runs', async () => {
    await meter([{ at: '2026-10-01T00:00:00Z' }, { at: '2026-10-05T00:00:00Z' }]);
    const first = await calculate();
    expect(await calculate()).toEqual(first);
    prices.perUnit = '2';
    await meter([{ at: '2026-10-05T01:00:00Z' }]);
    expect(await calculate()).toMatchObject({ rows: 3, amount: '6.000000000000' });
    expect(await shown()).toEqual([3, '6.000000000000']);
  });

  it('comes to one result when it runs twice at once', async () => {
    await meter([{ at: '2026-10-01T00:00:00Z' }, { at: '2026-10-05T00:00:00Z' }]);
    const results = await Promise.all([calculate(), calculate(), calculate()]);
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(await shown()).toEqual([2, results[0]?.amount]);
  });

  it('answers 0 for a window without usage', async () => {
    expect(await calculate()).toMatchObject({ days: 31, rows: 0, amount: '0.000000000000' });
  });

  it('refuses usage without a price by name, and leaves standing what was rated before', async () => {
    await meter([{ at: '2026-10-01T00:00:00Z' }]);
    await calculate();
    await meter([{ at: '2026-10-02T00:00:00Z', skuNo: 77 }]);
    const refusal = await internalCaller(app).refusal(purchases.calculate, {
      body: { contractId: acme.id, ...october },
    });
    expect(refusal).toMatchObject({ code: 409, reason: 'USAGE_UNPRICED', metadata: { skus: '77' } });
    expect(refusal.message).toContain('SKU 77: 1 rows from 2026-10-02T00:00:00Z');
    expect(await shown()).toEqual([1, '0.333333333333']);
  });

  it('refuses a window that touches a signed month', async () => {
    await meter([{ at: '2026-09-30T00:00:00Z' }]);
    await monthSigned(app, acme.id, '2026-09');
    const body = { contractId: acme.id, start: '2026-09-30T23:00:00Z', end: '2026-10-02T00:00:00Z' };
    expect(await internalCaller(app).refusal(purchases.calculate, { body })).toMatchObject({
      code: 409,
      reason: 'MONTH_SIGNED',
      metadata: { months: '2026-09' },
    });
    expect(await shown()).toEqual([0, '0.000000000000']);
  });

  it('refuses a month that is signed while it works', async () => {
    await meter([{ at: '2026-10-01T00:00:00Z' }]);
    prices.whileRating = () => monthSigned(app, acme.id, '2026-10');
    const refusal = await internalCaller(app).refusal(purchases.calculate, {
      body: { contractId: acme.id, ...october },
    });
    expect(refusal).toMatchObject({ code: 409, reason: 'MONTH_SIGNED' });
    expect(await shown()).toEqual([0, '0.000000000000']);
  });

  it.each([
    [{ contractId: 'ct-aaaaaaaaaaaaaaaa' }, 404, undefined],
    [{ contractId: 'acme' }, 400, 'contractId'],
    [{ start: october.end, end: october.start }, 400, 'end'],
    [{ end: october.start }, 400, 'end'],
    [{ end: '2028-01-01T00:00:00Z' }, 400, 'end'],
    [{ start: '2026-10-01' }, 400, 'start'],
    [{ start: '2026-10-01T00:00:00.0001Z' }, 400, 'start'],
    [{ start: 1_790_812_800_000 }, 400, 'start'],
    [{ runNo: 1 }, 400, 'runNo'],
  ])('refuses %j', async (given, code, field) => {
    const body = { contractId: acme.id, ...october, ...given };
    const refusal = await internalCaller(app).refusal(purchases.calculate, { body });
    expect([refusal.code, refusal.metadata['field']]).toEqual([code, field]);
  });

  it("is out of a customer's reach", async () => {
    const admin = await member(app, acme.id, 'admin');
    const reply = await admin.raw({
      method: 'POST',
      url: pathOf(purchases.calculate, 'customer'),
      payload: { contractId: acme.id, ...october },
    });
    expect(reply.statusCode).toBe(404);
  });
});

describe('a run that does not count', () => {
  const day = parseDay('2026-10-01');
  const row = async () => getContract(app.deps.db, acme.id);
  const throughBatch = 1_000n;

  it('is seen by nobody, is no obstacle to the next, and goes after six hours', async () => {
    await meter([{ at: '2026-10-01T00:00:00Z' }]);
    await rateDays(app.deps, await row(), { days: [day], throughBatch });
    expect(await shown()).toEqual([0, '0.000000000000']);
    await calculate();
    await calculate();
    expect(await shown()).toEqual([1, '0.333333333333']);

    const stored = async () => {
      const sqlText = 'SELECT count() AS rows FROM purchase WHERE contract_id = {id:String}';
      return (await app.deps.clickhouse.query<{ rows: string }>(sqlText, { id: acme.id }))[0]?.rows;
    };
    expect(await stored()).toBe('3');
    await dropDeadRuns(app.deps, new Date('2026-10-15T12:00:00Z'));
    await dropDeadRuns(app.deps, new Date('2026-10-15T17:59:59Z'));
    expect(await stored()).toBe('3');
    await dropDeadRuns(app.deps, new Date('2026-10-15T18:00:00Z'));
    expect(await stored()).toBe('1');
    expect(await dropDeadRuns(app.deps, new Date('2026-10-16T12:00:00Z'))).toBe(0);
    expect(await shown()).toEqual([1, '0.333333333333']);
  });

  it('goes, however many of them a contract has', async () => {
    const insert = 'INSERT INTO purchase (contract_id, run_no) SELECT {id:String}, 1000000 + number FROM numbers(2500)';
    await app.deps.clickhouse.command(insert, { id: acme.id });
    await dropDeadRuns(app.deps, new Date('2026-10-15T12:00:00Z'));
    expect(await dropDeadRuns(app.deps, new Date('2026-10-15T18:00:00Z'))).toBe(2500);
    const left = 'SELECT count() AS rows FROM purchase WHERE run_no >= 1000000';
    expect(await app.deps.clickhouse.query(left)).toEqual([{ rows: '0' }]);
  });

  it('never replaces one that was begun after it', async () => {
    await meter([{ at: '2026-10-01T00:00:00Z' }]);
    const slow = await rateDays(app.deps, await row(), { days: [day], throughBatch });
    prices.perUnit = '5';
    await calculate();
    const replacing = replaceRatedDays(app.deps, acme.id, { days: [day], rated: slow, marked: [], counting: [] });
    await expect(replacing).rejects.toThrow(Outdated);
    expect(await shown()).toEqual([1, '5.000000000000']);
  });
});

describe('rateDue', () => {
  const marks = async () => (await dirtyDays(app.deps.db, acme.id)).map(({ day }) => day);

  it('rates the days that took in usage, and no day twice', async () => {
    await meter([{ at: '2026-10-01T00:00:00Z' }, { at: '2026-10-02T00:00:00Z' }, { at: '2026-10-09T00:00:00Z' }]);
    for (const day of ['2026-10-01', '2026-10-02', '2026-10-09']) await mark(day);
    expect(await rateDue(app.deps)).toMatchObject({ days: 3 });
    expect(await shown()).toEqual([3, '0.999999999999']);
    expect(await marks()).toEqual([]);
    expect(await rateDue(app.deps)).toMatchObject({ days: 0 });
  });

  it('leaves the mark that usage sets while a run works', async () => {
    await meter([{ at: '2026-10-01T00:00:00Z' }]);
    await mark('2026-10-01');
    prices.whileRating = async () => {
      prices.whileRating = async () => {};
      await mark('2026-10-01');
      await meter([{ at: '2026-10-01T01:00:00Z' }]);
    };
    await rateDue(app.deps);
    expect(await marks()).toEqual(['2026-10-01']);
    await rateDue(app.deps);
    expect(await shown()).toEqual([2, '0.666666666666']);
    expect(await marks()).toEqual([]);
  });

  it('keeps the mark of what cannot be rated, and goes on with the others', async () => {
    const other = await contract(app);
    for (const [id, skuNo] of [
      [acme.id, 77],
      [other.id, 1],
    ] as const) {
      await meter([{ at: '2026-10-01T00:00:00Z', skuNo }], id);
      await mark('2026-10-01', id);
    }
    expect(await rateDue(app.deps)).toEqual({ days: 1, failed: 1 });
    expect(await shown(other.id)).toEqual([1, '0.333333333333']);
    expect(await marks()).toEqual(['2026-10-01']);
    await sql`delete from usage_dirty_day where contract_id = ${acme.id}`.execute(app.deps.db);
  });
});

describe('the sums that balances rest on', () => {
  it('are exact, and end where usage does', async () => {
    await meter([
      { at: '2026-10-01T00:00:00Z', quantity: '1' },
      { at: '2026-10-01T01:00:00Z', quantity: '2' },
      { at: '2026-09-30T23:00:00Z', billAt: '2026-10-04T00:00:00Z', quantity: '5' },
    ]);
    await calculate();
    expect(await unbilledAmount(app.deps.db, acme.id)).toBe('2.666666666664');
    expect(await usageThrough(app.deps.db, acme.id)).toBe(instant('2026-10-01T02:00:00Z'));
  });

  it('leave signed months out of what is unbilled', async () => {
    await meter([{ at: '2026-09-30T00:00:00Z' }, { at: '2026-10-01T00:00:00Z', quantity: '2' }]);
    const ctx = { ...app.deps, contract: await getContract(app.deps.db, acme.id) };
    await calculatePurchases(ctx, { body: { start: '2026-09-01T00:00:00Z', end: october.end } });
    expect(await unbilledAmount(app.deps.db, acme.id)).toBe('0.999999999999');
    await monthSigned(app, acme.id, '2026-09');
    expect(await unbilledAmount(app.deps.db, acme.id)).toBe('0.666666666666');
  });

  it('are 0 for a contract without usage', async () => {
    expect(await unbilledAmount(app.deps.db, acme.id)).toBe('0.000000000000');
    expect(await usageThrough(app.deps.db, acme.id)).toBeUndefined();
  });
});
