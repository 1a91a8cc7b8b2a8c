import { availableBalances } from '@usance/api/billing/available-balance';
import { bank } from '@usance/api/billing/bank';
import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import { prices } from '@usance/api/metering/price';
import { purchaseBlacklists } from '@usance/api/metering/purchase-blacklist';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { rateDue } from '../../metering/rating/rate-due.ts';
import { hourOn, meteredContract, sellCoreHours, sendUsage, usageOf } from '../../metering/usage/metering.fixture.ts';

let app: TestApp;
let skuId: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-20T12:00:00Z', clickhouse: true });
  skuId = await sellCoreHours(app, 'compute.most', '1000000');
});
afterAll(() => app.close());

const days = ['2026-09-09', '2026-09-20', '2026-10-01', '2026-10-05'];
const most = '99999999999999';

/** More often than the largest quantities at the largest price may occur in a day. */
const tooOften = 11;

/** A contract with the largest possible records on some days, this many each, rated day by day. */
async function metered(times: number) {
  const used = await meteredContract(app);
  await sendUsage(
    app,
    days.flatMap((day) =>
      Array.from({ length: times }, () =>
        usageOf(used, { billingItem: 'compute.most', quantity: most, ...hourOn(day) }),
      ),
    ),
  );
  const rated = await rateDue(app.deps);
  const params = { id: used.contractId };
  const window = { start: Date.parse('2026-09-01T00:00:00Z'), end: Date.parse('2026-11-01T00:00:00Z') };
  const caller = internalCaller(app);
  return {
    rated,
    pay: () => caller.call(bank.record, { params, body: { type: 'deposit', amount: '5', currency: 'USD' } }),
    balance: () => caller.call(availableBalances.get, { params }),
    byProduct: () => caller.call(purchases.aggBy, { params, query: { ...window, aggDimensions: 'product' } }),
    bySku: () => caller.call(purchases.aggBySku, { params, query: window }),
    grouped: () => caller.call(purchases.groups, { params, query: { ...window, groupBy: 'product', step: 'month' } }),
    byDay: () => caller.call(purchases.dailyAcc, { params, query: window }),
    month: { contractId: used.contractId, month: '2026-09' },
    caller,
  };
}

describe('the largest rated amounts', () => {
  it('add up, in every list, balance and statement', async () => {
    const { pay, balance, byProduct, bySku, grouped, byDay, month, caller, rated } = await metered(1);
    expect(rated).toEqual({ days: 4, failed: 0 });
    const amount = '399999999999996000000.00000000';
    expect(await byProduct()).toMatchObject({ items: [{ amount }] });
    expect(await bySku()).toMatchObject({ items: [{ amount }] });
    expect(await grouped()).toMatchObject({ amount, items: [{ amount, share: '100.0' }] });
    expect((await byDay()).items.at(-1)).toMatchObject({ accAmount: amount });
    await pay();
    expect(await balance()).toMatchObject({
      availableBalance: '-399999999999995999995.00000000',
      details: { unbilled: amount },
    });
    expect(await caller.call(statements.sign, { body: month })).toMatchObject({
      amount: '199999999999998000000.00000000',
    });
    expect(await balance()).toMatchObject({ availableBalance: '-399999999999995999995.00000000' });
  });

  it('can be signed, though a month of them is more than one rating', async () => {
    const used = await meteredContract(app);
    const month = Array.from({ length: 12 }, (_, at) => hourOn(`2026-09-${10 + at}`));
    await sendUsage(
      app,
      month.map((hour) => usageOf(used, { billingItem: 'compute.most', quantity: most, ...hour })),
    );
    expect(await rateDue(app.deps)).toEqual({ days: 12, failed: 0 });
    const body = { contractId: used.contractId, month: '2026-09' };
    const amount = '1199999999999988000000.00000000';
    expect(await internalCaller(app).call(statements.sign, { body })).toMatchObject({ amount });
  });
});

describe('a quantity that a meter sends too often', () => {
  it('is reported as such, and blocks neither deposits nor reads', async () => {
    const { pay, balance, byProduct, bySku, byDay, month, caller, rated } = await metered(tooOften);
    expect(rated).toEqual({ days: 0, failed: 4 });
    await pay();
    expect(await balance()).toMatchObject({ availableBalance: '5.00000000' });
    expect([await byProduct(), await bySku()]).toEqual([{ items: [] }, { items: [] }]);
    expect((await byDay()).items.at(-1)).toMatchObject({ accAmount: '0.00000000' });
    for (const call of [statements.sign, statements.calculate])
      expect(await caller.refusal(call, { body: month })).toMatchObject({ code: 409, reason: 'AMOUNT_TOO_LARGE' });
  });

  it('does not cause other days to be rated again at each failed signing', async () => {
    const used = await meteredContract(app);
    const records = Array.from({ length: 12 }, (_, at) =>
      usageOf(used, { ...hourOn(`2026-09-${10 + at}`), billingItem: 'compute.most' }),
    );
    const mistyped = { ...hourOn('2026-09-30'), billingItem: 'compute.most', quantity: most };
    await sendUsage(app, [...records, ...Array.from({ length: tooOften }, () => usageOf(used, mistyped))]);
    expect(await rateDue(app.deps)).toMatchObject({ days: 12 });
    const rows = () => app.deps.clickhouse.query('SELECT count() AS rows FROM purchase');
    const before = await rows();
    const body = { contractId: used.contractId, month: '2026-09' };
    for (let minute = 0; minute < 3; minute += 1)
      expect(await internalCaller(app).refusal(statements.sign, { body })).toMatchObject({
        reason: 'AMOUNT_TOO_LARGE',
      });
    expect(await rows()).toEqual(before);
  });
});

it('a corrected wrong quantity does not block signing the other usage', async () => {
  const used = await meteredContract(app);
  const record = (quantity: string, day: string, given = {}) =>
    usageOf(used, { billingItem: 'compute.most', quantity, ...hourOn(day), ...given });
  await sendUsage(app, [
    record(most, '2026-09-09'),
    record(`-${most}`, '2026-09-09', { correction: true }),
    ...Array.from({ length: 12 }, () => record('1', '2026-09-10')),
  ]);
  expect(
    await internalCaller(app).call(statements.sign, { body: { contractId: used.contractId, month: '2026-09' } }),
  ).toMatchObject({ amount: '12000000.00000000' });
});

describe('the largest possible reading at the contract’s own largest price', () => {
  const hour = hourOn('2026-10-05');
  const own = async () => {
    const used = await meteredContract(app);
    const { contractId } = used;
    const price = { skuId, contractId, currency: 'USD', unitPrice: '1000000', priceUnit: 'core-hour' } as const;
    const effectiveFrom = '2026-10-01T00:00:00Z';
    const caller = internalCaller(app);
    const { items } = await caller.call(prices.create, { body: { items: [{ ...price, effectiveFrom }] } });
    await sendUsage(app, [usageOf(used, { billingItem: 'compute.most', quantity: most, ...hour })]);
    const body = { contractId, month: '2026-10' };
    const amount = async () => (await caller.call(statements.calculate, { body })).amount;
    expect(await amount()).toBe('99999999999999000000.00000000');
    return { used, price, priceId: items[0]?.id ?? '', caller, amount };
  };

  it('blocks nothing, and amounts to 0 with its correction', async () => {
    const { used, amount } = await own();
    const correction = { billingItem: 'compute.most', quantity: `-${most}`, correction: true, ...hour };
    await sendUsage(app, [usageOf(used, correction)]);
    expect(await amount()).toBe('0.00000000');
  });

  it('amounts to 0 if its SKU is not charged, even if sent too often', async () => {
    const { used, caller, amount } = await own();
    const again = { billingItem: 'compute.most', quantity: most, ...hour };
    await sendUsage(
      app,
      Array.from({ length: tooOften }, () => usageOf(used, again)),
    );
    const body = { contractId: used.contractId, month: '2026-10' };
    expect(await caller.refusal(statements.calculate, { body })).toMatchObject({ reason: 'AMOUNT_TOO_LARGE' });
    const entry = { skuId, start: hour.start, end: hour.end, reason: 'Mistyped' };
    await caller.call(purchaseBlacklists.create, { params: { id: used.contractId }, body: entry });
    expect(await amount()).toBe('0.00000000');
  });

  it('costs a new own price once that holds, or the list price after the own price ends', async () => {
    const { price, priceId, caller, amount } = await own();
    const end = { params: { id: priceId }, body: { effectiveTo: '2026-10-05T00:00:00Z' } };
    await caller.call(prices.update, end);
    expect(await amount()).toBe('99999999999999000000.00000000');
    const another = { ...price, unitPrice: '0.01', effectiveFrom: '2026-10-05T00:00:00Z' };
    await caller.call(prices.create, { body: { items: [another] } });
    expect(await amount()).toBe('999999999999.99000000');
  });
});

it('the database refuses a day whose sum with the others would overflow', async () => {
  const { id } = (await app.deps.db.selectFrom('contract').select('id').executeTakeFirstOrThrow()) as { id: string };
  const insert = app.deps.db.insertInto('rated_day').values({
    contract_id: id,
    day: '2026-10-19',
    run_no: sql`nextval('purchase_run_no')`,
    rows: '1',
    quantity: '1',
    amount: '1000000000000000000000',
    rated_through: app.clock.now(),
    rated_at: app.clock.now(),
  });
  await expect(insert.execute()).rejects.toMatchObject({ constraint: 'rated_day_adds_up' });
});
