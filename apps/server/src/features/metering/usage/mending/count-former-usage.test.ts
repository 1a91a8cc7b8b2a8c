import { purchases } from '@usance/api/purchase';
import { statements } from '@usance/api/statement';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ClickHouseUnavailable } from '#platform/clickhouse/errors.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { dirtyDays } from '../../billing-day/dirty-days.ts';
import { monthSigned } from '../../closed-month/closed-month.fixture.ts';
import { rateDue } from '../../rating/rate-due.ts';
import { type Metered, meteredContract, sellCoreHours, sendUsage, usageOf } from '../metering.fixture.ts';
import { verifyUsageDays } from '../verify-usage-days.ts';
import { countFormerUsage } from './count-former-usage.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-10-15T12:00:00Z',
    clickhouse: true,
    damaged: 'batches are written past their counts',
  });
  await sellCoreHours(app, 'compute.r', '0.5');
});
afterAll(() => app.close());

const chinese = { start: '2026-10-10T20:00:00Z', end: '2026-10-10T21:00:00Z' };

const inEngine = (statement: string) =>
  app.deps.clickhouse.command(statement, {}, { mutations_sync: '2', insert_deduplicate: 0 });

/** What the version before left of a contract: batches known by their numbers alone, days that nobody counted. */
async function asBefore({ contractId }: Metered): Promise<void> {
  await inEngine(
    `ALTER TABLE usage_record UPDATE batch_id = '00000000-0000-0000-0000-000000000000' WHERE contract_id = '${contractId}'`,
  );
  await app.ownerScript(`set session_replication_role = replica;
    update usage_batch set id = '00000000-0000-0000-0000-000000000000', month = null, hash_total = null
      where contract_id = '${contractId}';
    delete from usage_day where contract_id = '${contractId}';
    insert into usage_to_count select contract_id, max(batch_no) from usage_batch
      where contract_id = '${contractId}' group by contract_id`);
}

const countedOf = ({ contractId }: Metered) =>
  app.deps.db.selectFrom('usage_day').selectAll().where('contract_id', '=', contractId).orderBy('day').execute();

/** Some of it moved, some of it waiting, and more to come after the new version began. */
async function furnished(metered: Metered): Promise<void> {
  await sendUsage(app, [usageOf(metered, chinese), usageOf(metered, { quantity: '0.25' })]);
  vi.spyOn(app.deps.clickhouse, 'insert').mockRejectedValue(new ClickHouseUnavailable());
  await sendUsage(app, [usageOf(metered)]);
  vi.restoreAllMocks();
  await asBefore(metered);
  await sendUsage(app, [usageOf(metered, { quantity: '4' })]);
}

it('what was acknowledged by the version before is counted once, in the days of the contract’s zone', async () => {
  const metered = await meteredContract(app);
  await app.ownerScript(`set session_replication_role = replica;
    update contract set currency = 'CNY' where id = '${metered.contractId}'`);
  await furnished(metered);
  await countFormerUsage(app.deps);
  await countFormerUsage(app.deps);
  expect(await countedOf(metered)).toMatchObject([
    { day: '2026-10-10', rows: '3', quantity: '5.250000000000' },
    { day: '2026-10-11', rows: '1', quantity: '1.000000000000' },
  ]);
});

it('it is rated like all other usage', async () => {
  const metered = await meteredContract(app);
  await furnished(metered);
  await countFormerUsage(app.deps);
  const body = { contractId: metered.contractId, start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };
  expect(await internalCaller(app).call(purchases.calculate, { body })).toMatchObject({ rows: 4 });
});

it('a contract that has other rows than it acknowledged is told of, stays uncounted and is not billed', async () => {
  const metered = await meteredContract(app);
  await furnished(metered);
  await app.ownerScript(`set session_replication_role = replica;
    update usage_batch set rows = rows + 1 where contract_id = '${metered.contractId}' and moved_at is not null`);
  const alarm = vi.spyOn(app.deps.log, 'error');
  await countFormerUsage(app.deps);
  expect(alarm).toHaveBeenCalledOnce();
  const body = { contractId: metered.contractId, start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };
  expect(await internalCaller(app).refusal(purchases.calculate, { body })).toMatchObject({ reason: 'USAGE_DISAGREES' });
});

/** Usage of this hour waits, and its batch keeps this. */
async function keeping(
  metered: Metered,
  payload: string,
  hour: { start: string; end: string },
  rows = 1,
): Promise<void> {
  vi.spyOn(app.deps.clickhouse, 'insert').mockRejectedValue(new ClickHouseUnavailable());
  await sendUsage(
    app,
    Array.from({ length: rows }, () => usageOf(metered, hour)),
  );
  vi.restoreAllMocks();
  await app.ownerScript(`set session_replication_role = replica;
    update usage_batch set payload = '${payload}' where contract_id = '${metered.contractId}' and moved_at is null`);
}

it('of a contract that stays uncounted no month is signed in which some of it may lie, also where none is stored', async () => {
  const metered = await meteredContract(app);
  await keeping(metered, '[]', { start: '2026-09-10T20:00:00Z', end: '2026-09-10T21:00:00Z' });
  await asBefore(metered);
  await countFormerUsage(app.deps);
  const body = { contractId: metered.contractId, month: '2026-09' };
  for (const call of [statements.sign, statements.calculate])
    expect(await internalCaller(app).refusal(call, { body })).toMatchObject({ reason: 'USAGE_DISAGREES' });
  // All of it came before that month.
  await app.ownerScript(`set session_replication_role = replica;
    update usage_batch set accepted_at = '2026-08-15T00:00:00Z' where contract_id = '${metered.contractId}'`);
  expect(await internalCaller(app).call(statements.sign, { body })).toMatchObject({ amount: '0.00000000' });
});

it('what is stored twice does not make up for what cannot be read', async () => {
  const metered = await meteredContract(app);
  await sendUsage(app, [usageOf(metered)]);
  await keeping(metered, '[', chinese);
  await app.deps.clickhouse.command(
    'INSERT INTO usage_record SELECT * FROM usage_record WHERE contract_id = {contractId:String}',
    { contractId: metered.contractId },
  );
  await asBefore(metered);
  await countFormerUsage(app.deps);
  expect(await countedOf(metered)).toEqual([]);
});

it.each([`"${'9'.repeat(70)}"`, `"0.${'1'.repeat(13)}"`, '{"units":5,"scale":0}'])(
  'a quantity that nobody could have sent holds up no other contract: %s',
  async (quantity) => {
    const metered = await meteredContract(app);
    await keeping(metered, `[{"bill_at":"2026-10-10T10:00:00Z","quantity":${quantity}}]`, chinese);
    await asBefore(metered);
    await countFormerUsage(app.deps);
    expect(await countedOf(metered)).toEqual([]);
  },
);

it.each([
  ['of one batch', 'another', false],
  ['of a batch of which nothing is kept', 'it', true],
])('what is stored twice %s does not make up for what %s lacks', async (_, __, isOneBatch) => {
  const metered = await meteredContract(app);
  const [first, second] = [usageOf(metered), usageOf(metered, { quantity: '2', ...chinese })];
  for (const batch of isOneBatch ? [[first, second]] : [[first], [second]]) await sendUsage(app, batch);
  await inEngine(`ALTER TABLE usage_record DELETE WHERE usage_id = '${second.id}'`);
  await inEngine(`INSERT INTO usage_record SELECT * FROM usage_record WHERE usage_id = '${first.id}'`);
  await asBefore(metered);
  await app.ownerScript(`set session_replication_role = replica;
    update usage_batch set payload = null where contract_id = '${metered.contractId}'`);
  await countFormerUsage(app.deps);
  expect(await countedOf(metered)).toEqual([]);
});

it('what is more together than a day can hold holds up no other contract', async () => {
  const metered = await meteredContract(app);
  const row = `{"bill_at":"2026-10-10T10:00:00Z","quantity":"${'9'.repeat(26)}"}`;
  await keeping(metered, `[${row},${row}]`, chinese, 2);
  await asBefore(metered);
  await countFormerUsage(app.deps);
  expect(await countedOf(metered)).toEqual([]);
});

it('days that were rated at nothing while their usage was missing are rated again once it is counted', async () => {
  const metered = await meteredContract(app);
  await sendUsage(app, [usageOf(metered)]);
  await asBefore(metered);
  await inEngine(`CREATE TABLE newer_copy ENGINE = Memory AS SELECT * FROM usage_record
    WHERE contract_id = '${metered.contractId}'`);
  await inEngine(`ALTER TABLE usage_record DELETE WHERE contract_id = '${metered.contractId}'`);
  await countFormerUsage(app.deps);
  await rateDue(app.deps);
  await inEngine('INSERT INTO usage_record SELECT * FROM newer_copy');
  await countFormerUsage(app.deps);
  const body = { contractId: metered.contractId, month: '2026-10' };
  expect(await internalCaller(app).call(statements.calculate, { body })).toMatchObject({ amount: '0.50000000' });
});

it('days of before usage was held to a window are counted, and marked by nobody, since none can be rated', async () => {
  const metered = await meteredContract(app);
  const [ancient, recent] = [usageOf(metered, chinese), usageOf(metered)];
  await sendUsage(app, [ancient, recent]);
  await asBefore(metered);
  await app.ownerScript(`delete from usage_dirty_day where contract_id = '${metered.contractId}'`);
  // An hour of 1926 was let in once, and stored as the first that the usage database knows.
  await inEngine(`INSERT INTO usage_record SELECT * REPLACE (toDateTime('1970-01-01 00:00:00', 'UTC') AS bill_at)
    FROM usage_record WHERE usage_id = '${ancient.id}'`);
  await inEngine(
    `ALTER TABLE usage_record DELETE WHERE usage_id = '${ancient.id}' AND bill_at > '2000-01-01 00:00:00'`,
  );
  expect((await countFormerUsage(app.deps)).find((each) => each.contractId === metered.contractId)).toEqual({
    contractId: metered.contractId,
    rows: 2n,
  });
  expect((await countedOf(metered)).map(({ day }) => day)).toEqual(['1970-01-01', '2026-10-10']);
  expect((await dirtyDays(app.deps.db, metered.contractId)).map(({ day }) => day)).toEqual(['2026-10-10']);
});

it.each([
  ['1926-10-10T20:00:00Z', '1970-01-01'],
  ['2150-10-10T20:00:00Z', '2106-02-07'],
])('what waits of %s is counted under the day that it is stored under', async (billAt, day) => {
  const metered = await meteredContract(app);
  vi.spyOn(app.deps.clickhouse, 'insert').mockRejectedValue(new ClickHouseUnavailable());
  await sendUsage(app, [usageOf(metered, chinese), usageOf(metered)]);
  vi.restoreAllMocks();
  await app.ownerScript(`set session_replication_role = replica;
    update usage_batch set payload = replace(payload, '"bill_at":"${chinese.start}"', '"bill_at":"${billAt}"')
      where contract_id = '${metered.contractId}'`);
  await asBefore(metered);
  await countFormerUsage(app.deps);
  expect((await countedOf(metered)).map((each) => each.day).sort()).toEqual(['2026-10-10', day].sort());
  // Moves it first.
  await rateDue(app.deps);
  const differing: string[] = [];
  for await (const problem of verifyUsageDays(app.deps)) differing.push(problem);
  expect(differing.filter((problem) => problem.startsWith(metered.contractId))).toEqual([]);
});

it('days of months that are signed are counted, and marked by nobody', async () => {
  const metered = await meteredContract(app);
  await sendUsage(app, [usageOf(metered, { start: '2026-09-10T20:00:00Z', end: '2026-09-10T21:00:00Z' })]);
  await rateDue(app.deps);
  await monthSigned(app, metered.contractId, '2026-09');
  await asBefore(metered);
  await countFormerUsage(app.deps);
  expect(await countedOf(metered)).toMatchObject([{ day: '2026-09-10', rows: '1' }]);
  expect(await dirtyDays(app.deps.db, metered.contractId)).toEqual([]);
});

it('a contract that keeps what is no usage holds up no other, stays uncounted and is told of', async () => {
  const [one, other] = [await meteredContract(app), await meteredContract(app)].sort((left, right) =>
    left.contractId < right.contractId ? -1 : 1,
  ) as [Metered, Metered];
  for (const metered of [one, other]) await furnished(metered);
  await app.ownerScript(`set session_replication_role = replica;
    update usage_batch set payload = '[{"bill_at":"2026-10-10T10:00:00Z","quantity":"many"}]'
      where contract_id = '${one.contractId}' and moved_at is null`);
  const alarm = vi.spyOn(app.deps.log, 'error');
  await countFormerUsage(app.deps);
  expect(alarm).toHaveBeenCalledWith(expect.objectContaining({ contractId: one.contractId }), expect.anything());
  // What it sent since then is.
  expect(await countedOf(one)).toMatchObject([{ rows: '1' }]);
  expect((await countedOf(other)).reduce((rows, day) => rows + Number(day.rows), 0)).toBe(4);
});

it('is counted also where more batches wait than a statement of the usage database can name', async () => {
  const metered = await meteredContract(app);
  await sendUsage(app, [usageOf(metered)]);
  await app.ownerScript(`
    insert into usage_batch (contract_id, rows, payload, accepted_at, month)
    select '${metered.contractId}', 1, '[{"bill_at":"2026-10-10T10:00:00Z","quantity":"1"}]', now(), '2026-10' from generate_series(1, 60000)`);
  await asBefore(metered);
  await countFormerUsage(app.deps);
  expect(await countedOf(metered)).toMatchObject([
    { day: '2026-10-10', rows: '60001', quantity: '60001.000000000000' },
  ]);
});
