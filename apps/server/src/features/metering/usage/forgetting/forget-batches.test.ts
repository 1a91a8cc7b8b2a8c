import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OverLimits } from '#platform/clickhouse/errors.ts';
import { ManualClock } from '#platform/clock.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { compareLatest } from '../mending/latest-batches.ts';
import { type Metered, meteredContract, sendUsage, stored, usageOf } from '../metering.fixture.ts';
import { verifyUsage } from '../verify-usage.ts';
import { forgetBatches } from './forget-batches.ts';
import { forgetPayloads } from './forget-payloads.ts';
import { comeToForget, inSeptember, oldContract, outliveKeys, sign, usedOn } from './old-month.fixture.ts';

// Each installation is verified at the end, unless a test damages it.
let app: TestApp;
let metered: Metered;
afterEach(() => app.close());

async function begin(damaged?: string): Promise<void> {
  app = await startTestApp({ now: '2025-10-15T12:00:00Z', clickhouse: true, ...(damaged && { damaged }) });
  metered = await oldContract(app);
}

const september = { start: '2025-09-01T00:00:00Z', end: '2025-10-01T00:00:00Z' };
const tenth = { start: '2025-09-10T00:00:00Z', end: '2025-09-11T00:00:00Z' };
const calculation = (range: typeof september) => ({ body: { contractId: metered.contractId, ...range } });

const inEngine = (statement: string) =>
  app.deps.clickhouse.command(statement, {}, { mutations_sync: '2', insert_deduplicate: 0 });
const loseTwo = () => inEngine('ALTER TABLE usage_record DELETE WHERE quantity = 2');
const months = async () =>
  (await app.deps.db.selectFrom('usage_batch').select('month').orderBy('batch_no').execute()).map(({ month }) => month);
const sums = () =>
  app.deps.db.selectFrom('forgotten_batches').select(['month', 'batches', 'rows']).orderBy('month').execute();
async function problems(deps = app.deps): Promise<string> {
  const found: string[] = [];
  for await (const problem of verifyUsage(deps)) found.push(problem);
  return found.join('\n');
}

it('batches of a signed month become a sum once their keys are gone, and the databases still agree', async () => {
  await begin();
  await comeToForget(app, metered);
  expect(await forgetBatches(app.deps, app.clock.now())).toBe(3);
  expect(await months()).toEqual(['2025-10']);
  expect(await sums()).toEqual([{ month: '2025-09', batches: '3', rows: '6' }]);
  expect(await problems()).toBe('');
  expect(await compareLatest(app.deps)).toEqual({ missing: [], unknown: [] });
  expect(await forgetBatches(app.deps, app.clock.now())).toBe(0);
});

it('a month whose statement is withdrawn is rated again from its sum, whole and by the day', async () => {
  await begin('usage is doubled and lost');
  const statement = await comeToForget(app, metered);
  await forgetBatches(app.deps, app.clock.now());
  const { call, refusal } = internalCaller(app);
  await call(statements.delete, { params: { id: metered.contractId }, query: { ids: statement } });
  expect(await call(purchases.calculate, calculation(tenth))).toMatchObject({ rows: 3, amount: '3.500000000000' });
  expect(await call(purchases.calculate, calculation(september))).toMatchObject({ rows: 6, amount: '5.000000000000' });

  // The count and the quantity of the day stay the same: one row is doubled, and another is lost.
  const ofEleventh =
    "SELECT usage_id FROM usage_record WHERE bill_at = '2025-09-11 10:00:00' ORDER BY usage_id LIMIT 1";
  await inEngine(`INSERT INTO usage_record SELECT * FROM usage_record WHERE usage_id = (${ofEleventh})`);
  await inEngine(`ALTER TABLE usage_record DELETE WHERE usage_id = (${ofEleventh} OFFSET 2)`);
  expect(await stored(app, metered.contractId)).toMatchObject({ rows: 7, ids: 6 });
  await app.ownerScript(
    `insert into usage_dirty_day (contract_id, day) select contract_id, day from usage_day on conflict do nothing`,
  );
  expect(await refusal(purchases.calculate, calculation(september))).toMatchObject({ reason: 'USAGE_DISAGREES' });
});

it('a month that is too much for the usage database holds up no other', async () => {
  await begin();
  await comeToForget(app, metered);
  await sign(app, metered, '2025-10');
  await sendUsage(app, [usedOn(metered, '2027-03-01')]);
  const { clickhouse } = app.deps;
  const ask = clickhouse.query.bind(clickhouse);
  const query = vi.spyOn(clickhouse, 'query').mockImplementation(async (statement, params, ...rest) => {
    if (params?.['from'] === Date.parse(september.start) / 1_000) throw new OverLimits(new Error('too much memory'));
    return ask(statement, params, ...rest);
  });
  expect(await forgetBatches(app.deps, app.clock.now())).toBe(1);
  query.mockRestore();
  expect(await sums()).toEqual([{ month: '2025-10', batches: '1', rows: '1' }]);
});

it('a month is that of the contract’s own zone', async () => {
  await begin();
  metered = await meteredContract(app, 'CNY', '2025-08-31T16:00:00Z');
  // The first of September in Shanghai.
  const early = { start: '2025-08-31T17:00:00Z', end: '2025-08-31T18:00:00Z' };
  for (const used of [early, early]) await sendUsage(app, [usageOf(metered, used)]);
  await sign(app, metered, '2025-09');
  await outliveKeys(app);
  expect(await forgetBatches(app.deps, app.clock.now())).toBe(1);
  expect(await sums()).toEqual([{ month: '2025-09', batches: '1', rows: '1' }]);
});

describe('a batch stays', () => {
  it('in a month that is not signed', async () => {
    await begin();
    await inSeptember(app, metered, '1');
    await sendUsage(app, [usedOn(metered, '2025-10-10')]);
    await outliveKeys(app);
    expect(await forgetBatches(app.deps, app.clock.now())).toBe(0);
  });

  it('if it is the newest of its contract, so that its number is known', async () => {
    await begin();
    for (const quantity of ['1', '2']) await inSeptember(app, metered, quantity);
    await sign(app, metered, '2025-09');
    await outliveKeys(app);
    expect(await forgetBatches(app.deps, app.clock.now())).toBe(1);
    expect(await months()).toEqual(['2025-09']);
    await expect(sql`delete from usage_batch`.execute(app.deps.db)).rejects.toThrow('newest batch');
  });

  it('if it was lost, or stores lost records again', async () => {
    await begin();
    const [lost, kept] = [usedOn(metered, '2025-09-10'), usedOn(metered, '2025-09-11')];
    for (const record of [lost, kept]) await sendUsage(app, [record]);
    await sign(app, metered, '2025-09');
    await forgetPayloads(app.deps, new Date('2028-01-01T00:00:00Z'));
    await inEngine(`ALTER TABLE usage_record DELETE WHERE usage_id = '${lost.id}'`);
    await sendUsage(app, [lost]);
    await sendUsage(app, [usedOn(metered, '2025-10-10')]);
    await outliveKeys(app);
    expect(await forgetBatches(app.deps, app.clock.now())).toBe(1);
    expect(await months()).toEqual(['2025-09', '2025-09', '2025-10']);
  });

  it('if its month is not stored as it was acknowledged', async () => {
    await begin('usage is lost');
    await comeToForget(app, metered);
    await loseTwo();
    expect(await forgetBatches(app.deps, app.clock.now())).toBe(0);
  });

  it.each([
    ['has its keys', '', 'could be sent again'],
    [
      'is of a month that is not signed',
      'update usage_batch set payload = null, keys_dropped_at = now()',
      'until its month is signed',
    ],
  ])('if it %s, whoever deletes it', async (_, before, refused) => {
    await begin('keys are dropped too early');
    await inSeptember(app, metered, '1');
    if (before) await sql.raw(before).execute(app.deps.db);
    await expect(sql`delete from usage_batch`.execute(app.deps.db)).rejects.toThrow(refused);
  });
});

it('what is deleted stays as a sum, whoever deletes it', async () => {
  await begin();
  await comeToForget(app, metered);
  await forgetBatches(app.deps, app.clock.now());
  await expect(sql`delete from forgotten_batches`.execute(app.deps.db)).rejects.toThrow();
  await expect(sql`update forgotten_batches set rows = rows - 1`.execute(app.deps.db)).rejects.toThrow('taken back');
});

it('verify tells if batches were deleted before their records were too old', async () => {
  await begin();
  await comeToForget(app, metered);
  await forgetBatches(app.deps, app.clock.now());
  const clock = new ManualClock('2025-10-20T00:00:00Z');
  expect(await problems({ ...app.deps, clock })).toContain('are deleted, and their records could be sent again');
});

it('verify tells if a number is said to be deleted that is newer than all', async () => {
  await begin('a sum is tampered with');
  await comeToForget(app, metered);
  await forgetBatches(app.deps, app.clock.now());
  await sql`update forgotten_batches set batches = batches + 1, rows = rows + 1, last_no = 9e9`.execute(app.deps.db);
  expect(await problems()).toContain('no newer batch of the contract is kept');
});

it.each([
  ['lost rows', 'ALTER TABLE usage_record DELETE WHERE quantity = 2', 'with 6 rows, and the usage database has 5'],
  [
    'has others',
    "ALTER TABLE usage_record UPDATE source = 'other' WHERE quantity = 2",
    'as many rows, of other records',
  ],
])('verify names the month if the usage database %s', async (_, damage, told) => {
  await begin('usage is changed');
  await comeToForget(app, metered);
  await forgetBatches(app.deps, app.clock.now());
  await inEngine(damage);
  expect(await problems()).toContain(told);
});
