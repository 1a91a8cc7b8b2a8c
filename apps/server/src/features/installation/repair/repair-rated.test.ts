import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import { skus } from '@usance/api/metering/sku';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OverLimits } from '#platform/clickhouse/errors.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { rateDue } from '../../metering/rating/rate-due.ts';
import { forgetPayloads } from '../../metering/usage/forgetting/forget-payloads.ts';
import {
  hourOn,
  type Metered,
  meteredContract,
  priceFrom,
  sellCoreHours,
  sendUsage,
  usageOf,
} from '../../metering/usage/metering.fixture.ts';
import { assertTogether } from '../epoch/epoch.ts';
import { verifyInstallation } from '../verify/verify-installation.ts';
import { repairRated } from './repair-rated.ts';

let app: TestApp;
let acme: Metered;
let skuId: string;
let otherSkuId: string;
beforeEach(async () => {
  app = await startTestApp({ now: '2026-10-02T10:00:00Z', clickhouse: true, damaged: 'usage is taken away for good' });
  await assertTogether(app.deps);
  skuId = await sellCoreHours(app, 'compute.r', '0.333333333333');
  otherSkuId = await sellCoreHours(app, 'compute.m', '0.25');
  await priceFrom(app, skuId, '0.5', '2026-09-20T00:00:00Z');
  acme = await meteredContract(app);
  const days = ['2026-09-03', '2026-09-04', '2026-09-20', '2026-10-01'];
  await sendUsage(app, [...days.map((day) => hourOf(day)), hourOf('2026-09-04', { billingItem: 'compute.m' })]);
  await internalCaller(app).call(statements.sign, { body: { contractId: acme.contractId, month: '2026-09' } });
  await rateDue(app.deps);
  expect(await problems()).toEqual([]);
});
afterEach(() => app.close());

const hourOf = (day: string, given: Record<string, unknown> = {}) => usageOf(acme, { ...hourOn(day), ...given });

async function problems(): Promise<string[]> {
  const found: string[] = [];
  for await (const each of verifyInstallation(app.deps)) found.push(...each.problems);
  return found;
}
async function repaired(): Promise<string[]> {
  const told: string[] = [];
  for await (const { what, problems } of repairRated(app.deps)) told.push(what, ...problems);
  return told;
}
/** Deletes parts of the table that a power cut could lose, behind the server's back. */
const lose = (statement: string) => app.deps.clickhouse.command(statement, {}, { mutations_sync: '2' });
const loseSeptember = () => lose("ALTER TABLE purchase DROP PARTITION '202609'");
const ratedDays = () => app.deps.db.selectFrom('rated_day').selectAll().orderBy('day').execute();
const rename = (id: string, product: string) =>
  internalCaller(app).call(skus.update, { body: { id, product, type: 'Warehouse', subType: '' } });
async function shown() {
  const query = { start: Date.parse('2026-09-01T00:00:00Z'), orderBy: 'start', ordering: 'asc' } as const;
  const page = await internalCaller(app).call(purchases.list, { params: { id: acme.contractId }, query });
  return page.items;
}

describe('rated rows lost in a power cut', () => {
  it('of a signed month are found, and made again as signed', async () => {
    const [before, days] = [await shown(), await ratedDays()];
    await loseSeptember();
    expect((await problems()).filter((problem) => problem.includes('counts with'))).toHaveLength(3);
    expect(await repaired()).toEqual([`${acme.contractId}: rated rows of 3 days of 2026-09`]);
    expect(await problems()).toEqual([]);
    expect(await shown()).toEqual(before);
    const after = await ratedDays();
    expect(after.map(({ run_no: _, ...day }) => day)).toEqual(days.map(({ run_no: _, ...day }) => day));
    expect(after.map(({ run_no }, at) => BigInt(run_no) > BigInt(days[at]?.run_no ?? 0))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(await repaired()).toEqual([]);
  });

  it('of a signed month that exceeds the limits are made again in parts', async () => {
    const before = await shown();
    await loseSeptember();
    const command = app.deps.clickhouse.command.bind(app.deps.clickhouse);
    let refused = 0;
    vi.spyOn(app.deps.clickhouse, 'command').mockImplementation(async (statement, ...given) => {
      await command(statement, ...given);
      // Its rows are stored all the same, as far as it came.
      if (statement.startsWith('INSERT INTO purchase') && refused++ === 0) throw new OverLimits(new Error('too long'));
    });
    expect(await repaired()).toEqual([`${acme.contractId}: rated rows of 3 days of 2026-09`]);
    expect([refused > 1, await problems(), await shown()]).toEqual([true, [], before]);
  });

  it('of a single day are made again too', async () => {
    const before = await shown();
    await lose("ALTER TABLE purchase DELETE WHERE billing_item = 'compute.m'");
    expect(await repaired()).toEqual([`${acme.contractId}: rated rows of 1 days of 2026-09`]);
    expect([await problems(), await shown()]).toEqual([[], before]);
  });

  it('have the words of the statement even if their SKU was renamed since', async () => {
    const before = await shown();
    await rename(skuId, 'Computing');
    await loseSeptember();
    expect(await repaired()).toHaveLength(1);
    expect([await problems(), await shown()]).toEqual([[], before]);
  });

  it.each([
    ['of a day', "ALTER TABLE purchase DELETE WHERE start_at = '2026-09-20 10:00:00'"],
    ['of the whole month', "ALTER TABLE purchase DROP PARTITION '202609'"],
  ])('%s get the current words when their statement is withdrawn later', async (_, lost) => {
    await rename(skuId, 'Computing');
    await lose(lost);
    expect(await repaired()).toHaveLength(1);
    const params = { id: acme.contractId };
    const { items } = await internalCaller(app).call(statements.list, { params, query: {} });
    await internalCaller(app).call(statements.delete, { params, query: { ids: items[0]?.id ?? '' } });
    const told = { body: { contractId: acme.contractId, month: '2026-09' } };
    const { lines } = await internalCaller(app).call(statements.calculate, told);
    expect(
      new Set(lines.flatMap(({ product, billingItem }) => (billingItem === 'compute.r' ? [product] : []))),
    ).toEqual(new Set(['Computing']));
  });

  it('of an open month are rated again', async () => {
    const before = await shown();
    await lose("ALTER TABLE purchase DELETE WHERE bill_at >= '2026-10-01 00:00:00'");
    expect(await repaired()).toEqual([`${acme.contractId}: rated rows of 1 days of 2026-10`]);
    expect([await problems(), await shown()]).toEqual([[], before]);
  });

  it('of an open month are rated again beside a day that fails', async () => {
    await sendUsage(app, [hourOf('2026-10-02', { start: '2026-10-02T08:00:00Z', end: '2026-10-02T09:00:00Z' })]);
    await rateDue(app.deps);
    await forgetPayloads(app.deps, new Date('2027-01-01T00:00:00Z'));
    await lose("ALTER TABLE purchase DELETE WHERE bill_at >= '2026-10-01 00:00:00'");
    await lose("ALTER TABLE usage_record DELETE WHERE start_at = '2026-10-01 10:00:00'");
    expect(await repaired()).toEqual([
      `${acme.contractId}: rated rows of 2 days of 2026-10`,
      expect.stringContaining(
        `${acme.contractId}: 2026-10-01: What is stored of 2026-10-01 is not what was acknowledged`,
      ),
    ]);
    expect((await shown()).map(({ start }) => start)).toContain('2026-10-02T08:00:00Z');
  });
});

describe('rows that cannot be made again as signed', () => {
  it('because usage is gone leave everything unchanged, with the day reported', async () => {
    const days = await ratedDays();
    await loseSeptember();
    await lose("ALTER TABLE usage_record DELETE WHERE start_at = '2026-09-20 10:00:00'");
    expect((await repaired()).slice(1)).toEqual([
      `${acme.contractId}: 2026-09-20 was signed with 1 rows of 0.500000000000, and comes to 0 of 0.000000000000 today; it stays as it is`,
    ]);
    expect(await ratedDays()).toEqual(days);
  });

  it('because prices were tampered with leave everything unchanged', async () => {
    const days = await ratedDays();
    await loseSeptember();
    const priced = (listPrice: string) =>
      app.ownerScript(`set session_replication_role = replica;
        update price set list_price = ${listPrice} where effective_from >= '2026-09-20'`);
    await priced('7');
    const [, ...told] = await repaired();
    expect(told.join('\n')).toContain(
      '1.000000000000 core-hour in 1 rows at 0.500000000000 core-hour × 1.000000000000',
    );
    expect(told.join('\n')).toContain(
      '1.000000000000 core-hour in 1 rows at 7.000000000000 core-hour × 1.000000000000',
    );
    expect(await ratedDays()).toEqual(days);
    await priced('0.5');
    expect(await repaired()).toHaveLength(1);
    expect(await problems()).toEqual([]);
  });

  it('do not block other days', async () => {
    await rename(otherSkuId, 'Computing');
    await loseSeptember();
    await lose("ALTER TABLE usage_record DELETE WHERE start_at = '2026-09-20 10:00:00'");
    await lose("ALTER TABLE purchase DELETE WHERE bill_at >= '2026-10-01 00:00:00'");
    const told = await repaired();
    expect(told.filter((each) => each.includes('rated rows of'))).toHaveLength(2);
    expect((await problems()).filter((problem) => problem.includes('2026-10'))).toEqual([]);
  });
});

it('usage and rated rows are synced before they count', async () => {
  const tables = await app.deps.clickhouse.query<{ name: string; made: string }>(
    "SELECT name, engine_full AS made FROM system.tables WHERE database = currentDatabase() AND name IN ('purchase', 'usage_record') ORDER BY name",
  );
  expect(tables.map(({ name }) => name)).toEqual(['purchase', 'usage_record']);
  for (const { made } of tables) {
    for (const setting of ['fsync_after_insert', 'min_rows_to_fsync_after_merge', 'fsync_part_directory'])
      expect(made).toContain(`${setting} = 1`);
  }
});
