import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import { skus } from '@usance/api/metering/sku';
import { tiers } from '@usance/api/metering/tier';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { rateDue } from '../../metering/rating/rate-due.ts';
import {
  hourOn,
  type Metered,
  meteredContract,
  sellCoreHours,
  sendUsage,
  usageOf,
} from '../../metering/usage/metering.fixture.ts';
import { assertTogether } from '../epoch/epoch.ts';
import { verifyInstallation } from '../verify/verify-installation.ts';
import { repairRated } from './repair-rated.ts';

let app: TestApp;
let acme: Metered;
let other: string;
let skuId: string;
/**
 * September is signed: 60 on the 3rd, 60 on the 4th, past 100, and 60 on the 20th; October has as much on the 1st and
 * 2nd.
 */
beforeEach(async () => {
  app = await startTestApp({
    now: '2026-10-02T12:00:00Z',
    clickhouse: true,
    damaged: 'rated rows are taken away for good',
  });
  await assertTogether(app.deps);
  skuId = await sellCoreHours(app, 'compute.r', '2');
  acme = await meteredContract(app);
  other = (await meteredContract(app)).contractId;
  const { contractId } = acme;
  const ladder = [
    { tierLevel: 1, minThreshold: '0', maxThreshold: '100', discountRate: '0.9' },
    { tierLevel: 2, minThreshold: '100', maxThreshold: '-1', discountRate: '0.8' },
  ];
  const terms = { effectiveFrom: '2026-09-01T00:00:00Z', tiers: ladder, reason: 'agreed by mail' };
  await internalCaller(app).call(tiers.create, { params: { id: contractId }, body: terms });
  const days = ['2026-09-03', '2026-09-04', '2026-09-20', '2026-10-01', '2026-10-02'];
  await sendUsage(
    app,
    days.map((day) => usageOf(acme, { ...hourOn(day), quantity: '30' })),
  );
  await internalCaller(app).call(statements.sign, { body: { contractId, month: '2026-09' } });
  await rateDue(app.deps);
  expect(await problems()).toEqual([]);
});
afterEach(() => app.close());

async function problems(): Promise<string[]> {
  const found: string[] = [];
  for await (const each of verifyInstallation(app.deps)) found.push(...each.problems);
  return found;
}
async function repaired(): Promise<string[]> {
  const told: string[] = [];
  for await (const { problems: left } of repairRated(app.deps)) told.push(...left);
  return told;
}
const rows = async () => {
  const query = { start: Date.parse('2026-09-01T00:00:00Z'), orderBy: 'start', ordering: 'asc' } as const;
  const { items } = await internalCaller(app).call(purchases.list, { params: { id: acme.contractId }, query });
  return items.map(({ consumption, zhekou, amount }) => [consumption, String(Number(zhekou)), amount]);
};
const chain = () =>
  app.deps.db
    .selectFrom('rated_day')
    .select(['day', 'carried_in', 'before_tiers', 'slices'])
    .where('contract_id', '=', acme.contractId)
    .orderBy('day')
    .execute();

it('each day stores the month’s total before it and its own', async () => {
  const kept = (await chain()).map(({ day, carried_in, before_tiers, slices }) =>
    [day.slice(5), Number(carried_in), Number(before_tiers), slices].join(' '),
  );
  expect(kept).toEqual(['09-03 0 60 1', '09-04 60 60 2', '09-20 120 60 1', '10-01 0 60 1', '10-02 60 60 2']);
});

it('lost days of a signed month are made again from their carried-in total, in the words of their statement', async () => {
  const before = await rows();
  const body = { id: skuId, product: 'Renamed', type: 'Warehouse', subType: '' };
  await internalCaller(app).call(skus.update, { body });
  await app.deps.clickhouse.command("ALTER TABLE purchase DROP PARTITION '202609'", {}, { mutations_sync: '2' });
  expect(await problems()).not.toEqual([]);
  expect(await repaired()).toEqual([]);
  expect(await problems()).toEqual([]);
  expect(await rows()).toEqual(before);
});

it('lost days of an open month are made again', async () => {
  const before = await rows();
  await app.deps.clickhouse.command("ALTER TABLE purchase DROP PARTITION '202610'", {}, { mutations_sync: '2' });
  expect(await repaired()).toEqual([]);
  expect(await problems()).toEqual([]);
  expect(await rows()).toEqual(before);
});

describe('a day that does not continue the total before it', () => {
  const set = (what: string, day: string) =>
    `update rated_day set ${what} where contract_id = '${acme.contractId}' and day = '${day}'`;
  it.each([
    ['was carried in something else', 'carried_in = 59.99', '2026-10-02'],
    ['follows one that adds something else', 'before_tiers = 60.01', '2026-10-01'],
    ['follows one that keeps nothing', 'carried_in = null, before_tiers = null, slices = null', '2026-10-01'],
  ])('is refused by the database, and found by verify, if it %s', async (_, what, day) => {
    await expect(app.ownerScript(set(what, day))).rejects.toMatchObject({ code: '23001' });
    await app.ownerScript(
      `alter table rated_day disable trigger user; ${set(what, day)}; alter table rated_day enable trigger user`,
    );
    expect((await problems()).join()).toContain('2026-10-02 was cut into tiers from');
  });

  const moved = (to: string, day: string) =>
    `update rated_day set ${to}, run_no = nextval('purchase_run_no') where contract_id = '${acme.contractId}' and day = '${day}'`;
  const taken = (day: string) => `delete from rated_day where contract_id = '${acme.contractId}' and day = '${day}'`;
  const rated = (day: string, carried: string) =>
    `insert into rated_day (contract_id, day, run_no, rows, quantity, amount, rated_through, rated_at, carried_in, before_tiers, slices)
     values ('${acme.contractId}', '${day}', nextval('purchase_run_no'), 1, 1, 1, now(), now(), ${carried})`;
  it.each([
    ['takes one of them away', () => taken('2026-10-01')],
    ['moves one behind it', () => moved(`day = '2026-10-05'`, '2026-10-01')],
    ['moves one into another month', () => moved(`day = '2026-11-01'`, '2026-10-01')],
    [
      'moves one in from another month',
      () => [taken('2026-10-01'), rated('2026-11-01', '0, 5, 1'), moved(`day = '2026-10-01'`, '2026-11-01')].join('; '),
    ],
    ['moves one to another contract', () => moved(`contract_id = '${other}'`, '2026-10-01')],
    ['moves it to the start of a month', () => moved(`day = '2026-11-02'`, '2026-10-02')],
    [
      'replaces one by a day without totals',
      () => `${taken('2026-10-01')}; ${rated('2026-10-01', 'null, null, null')}`,
    ],
  ])('is refused by the database for a statement that %s', async (_, script) => {
    const before = await chain();
    await expect(app.ownerScript(script())).rejects.toMatchObject({ code: '23001' });
    expect(await chain()).toEqual(before);
  });

  it('is rated again before its month is signed', async () => {
    await app.ownerScript(
      `alter table rated_day disable trigger user; ${set('carried_in = 1', '2026-10-02')}; alter table rated_day enable trigger user`,
    );
    const body = { contractId: acme.contractId, month: '2026-10' };
    // 60 × 0.9, then 40 × 0.9 and 20 × 0.8.
    expect(await internalCaller(app).call(statements.calculate, { body })).toMatchObject({ amount: '106.00000000' });
    expect(await problems()).toEqual([]);
  });

  it('is reported if usage was cut into fewer rows than counted', async () => {
    await app.ownerScript(
      `alter table rated_day disable trigger user; ${set('slices = 3', '2026-10-02')}; alter table rated_day enable trigger user`,
    );
    expect((await problems()).join()).toContain('2026-10-02 counts with');
  });
});
