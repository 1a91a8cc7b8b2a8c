import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClickHouseUnavailable } from '#platform/clickhouse/errors.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { acceptUsage } from '../accepting/accept-usage.ts';
import { forgetPayloads } from '../forgetting/forget-payloads.ts';
import { type Metered, meteredContract, sellCoreHours, sendUsage, stored, usageOf } from '../metering.fixture.ts';
import { readUsageLine } from '../reading/usage-line.ts';
import { markFound } from './lost-batches.ts';
import { resendBatches } from './resend-batches.ts';
import { wrongBatches } from './wrong-batches.ts';

// Each installation is verified at the end: the lost usage is there again, and nothing twice.
let app: TestApp;
let metered: Metered;
beforeEach(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true });
  await sellCoreHours(app, 'compute.r', '0.5');
  metered = await meteredContract(app);
});
afterEach(() => app.close());

const october = { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };
const september = { start: '2026-09-20T10:00:00Z', end: '2026-09-20T11:00:00Z' };
const inEngine = (statement: string) =>
  app.deps.clickhouse.command(statement, {}, { mutations_sync: '2', insert_deduplicate: 0 });
const calculation = () => ({ body: { contractId: metered.contractId, ...october } });
const calculated = () => internalCaller(app).call(purchases.calculate, calculation());
const sign = (month: string) =>
  internalCaller(app).call(statements.sign, { body: { contractId: metered.contractId, month } });
const marks = () => app.deps.db.selectFrom('usage_dirty_day').select('day').execute();

/** Deletes all payloads here and all usage there, and marks the days as after an attempt to rate them. */
async function lost(): Promise<void> {
  await forgetPayloads(app.deps, new Date('2027-01-01T00:00:00Z'));
  await inEngine('TRUNCATE TABLE usage_record');
  await app.ownerScript(`insert into usage_dirty_day (contract_id, day)
    select contract_id, day from usage_day where day >= '2026-10-01' on conflict do nothing`);
  const refused = await internalCaller(app).refusal(purchases.calculate, calculation());
  expect(refused).toMatchObject({ reason: 'USAGE_DISAGREES' });
}

it('records of a lost batch that are sent again are stored again, counted once, and billed once all are there', async () => {
  const records = [usageOf(metered), usageOf(metered, { quantity: '2' }), usageOf(metered, { quantity: '4' })];
  await sendUsage(app, records);
  await lost();
  const [first, second, third] = records;
  expect(await sendUsage(app, [first, first, second])).toMatchObject({ accepted: 0, duplicate: 3, refused: 0 });
  expect(await sendUsage(app, [{ ...third, quantity: '5' }])).toMatchObject({ refused: 1 });
  expect(await internalCaller(app).refusal(purchases.calculate, calculation())).toMatchObject({ code: 409 });
  const wrong: unknown[] = [];
  for await (const batch of wrongBatches(app.deps, {})) wrong.push(batch);
  expect(wrong).toMatchObject([{ rows: 3, stored: 0, again: 2 }]);
  const replies = await Promise.all([1, 2, 3].map(() => sendUsage(app, records)));
  expect(replies).toMatchObject(replies.map(() => ({ accepted: 0, duplicate: 3 })));
  expect(await calculated()).toMatchObject({ rows: 3, amount: '3.500000000000' });
  expect(await stored(app, metered.contractId)).toEqual({ rows: 3, ids: 3, quantity: '7' });
});

it('a late record is stored again under its former billing day', async () => {
  await sign('2026-09');
  const late = usageOf(metered, september);
  await sendUsage(app, [late]);
  await lost();
  app.clock.moveTo(new Date('2026-11-02T10:00:00Z'));
  expect(await sendUsage(app, [late])).toMatchObject({ accepted: 0, duplicate: 1 });
  expect(await sign('2026-10')).toMatchObject({ amount: '0.50000000' });
});

it('a record of a month that was signed since is stored again in it, but not rated', async () => {
  const records = [usageOf(metered, september), usageOf(metered)];
  await sendUsage(app, records);
  await sign('2026-09');
  await lost();
  await app.ownerScript(`update usage_batch set lost_at = now() where month = '2026-09'`);
  expect(await sendUsage(app, records)).toMatchObject({ accepted: 0, duplicate: 2 });
  expect(await marks()).toEqual([{ day: '2026-10-10' }]);
  expect(await calculated()).toMatchObject({ rows: 1 });
});

it('usage that is lost a second time is stored a third time', async () => {
  const record = usageOf(metered);
  await sendUsage(app, [record]);
  for (let time = 0; time < 2; time += 1) {
    await lost();
    expect(await sendUsage(app, [record])).toMatchObject({ duplicate: 1 });
  }
  expect(await calculated()).toMatchObject({ rows: 1 });
});

it('a batch that a restored newer copy contains is not stored a second time', async () => {
  const record = usageOf(metered);
  await sendUsage(app, [record]);
  await inEngine('CREATE TABLE newer_copy ENGINE = Memory AS SELECT * FROM usage_record');
  await lost();
  await inEngine('INSERT INTO usage_record SELECT * FROM newer_copy');
  await markFound(app.deps);
  expect(await sendUsage(app, [record])).toMatchObject({ duplicate: 1 });
  expect(await stored(app, metered.contractId)).toMatchObject({ rows: 1 });
  expect(await calculated()).toMatchObject({ rows: 1 });
});

it('a batch whose rows return as the same number of other records is still lost, and its meter can send it again', async () => {
  const records = [usageOf(metered), usageOf(metered)];
  await sendUsage(app, records);
  await inEngine('CREATE TABLE newer_copy ENGINE = Memory AS SELECT * FROM usage_record');
  await lost();
  await inEngine(`INSERT INTO usage_record SELECT * FROM newer_copy WHERE usage_id = '${records[0]?.id}'`);
  await inEngine(`INSERT INTO usage_record SELECT * FROM newer_copy WHERE usage_id = '${records[0]?.id}'`);
  expect(await stored(app, metered.contractId)).toMatchObject({ rows: 2, ids: 1 });
  await markFound(app.deps);
  expect(await sendUsage(app, records)).toMatchObject({ duplicate: 2 });
  expect(await calculated()).toMatchObject({ rows: 2 });
  expect(await stored(app, metered.contractId)).toMatchObject({ rows: 2, ids: 2 });
});

describe('a batch that is restored while the server runs', () => {
  const putBack = 'INSERT INTO usage_record SELECT * FROM newer_copy';
  /** Loses the batches, has them marked as lost, and restores them. */
  async function putBackAfterLoss(records: readonly unknown[]): Promise<void> {
    await sendUsage(app, records);
    await inEngine('CREATE TABLE newer_copy ENGINE = Memory AS SELECT * FROM usage_record');
    await lost();
    await inEngine(putBack);
    expect(await calculated()).toMatchObject({ rows: records.length });
  }

  it('has no record twice if its meter sends some of it again', async () => {
    const records = [usageOf(metered), usageOf(metered, { quantity: '2' })];
    await putBackAfterLoss(records);
    expect(await sendUsage(app, records.slice(0, 1))).toMatchObject({ duplicate: 1 });
    expect(await calculated()).toMatchObject({ rows: 2, amount: '1.500000000000' });
    expect(await stored(app, metered.contractId)).toEqual({ rows: 2, ids: 2, quantity: '3' });
    await markFound(app.deps);
    expect(await sendUsage(app, records)).toMatchObject({ duplicate: 2 });
    expect(await calculated()).toMatchObject({ rows: 2 });
    await sendUsage(app, records);
    const batches = app.deps.db.selectFrom('usage_batch').select(['rows', 'again_of', 'lost_at']).orderBy('batch_no');
    expect(await batches.execute()).toMatchObject([
      { rows: 2, again_of: null, lost_at: null },
      { rows: 1, lost_at: null },
    ]);
  });

  it('has none twice after a repair, on days that are not rated again', async () => {
    const record = usageOf(metered);
    await putBackAfterLoss([record]);
    await sendUsage(app, [record]);
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 2 });
    expect(await resendBatches(app.deps)).toMatchObject({ healed: [{ stored: 1, again: 1 }], missing: [] });
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 1 });
    expect(await calculated()).toMatchObject({ rows: 1 });
  });

  it('has no duplicates if records are lost again after they were resent', async () => {
    const record = usageOf(metered);
    await putBackAfterLoss([record]);
    for (let time = 0; time < 2; time += 1) {
      await lost();
      await sendUsage(app, [record]);
    }
    await inEngine(putBack);
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 2 });
    expect(await calculated()).toMatchObject({ rows: 1 });
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 1 });
  });

  it('is not declared found while its meter is sending it again', async () => {
    const record = usageOf(metered);
    await putBackAfterLoss([record]);
    const line = readUsageLine(1, JSON.stringify(record), app.clock.now());
    if (!('kind' in line)) throw new Error(line.message);
    let isDone = false;
    const begun = Promise.withResolvers<void>();
    const finding = begun.promise
      .then(() => markFound(app.deps))
      .then(() => {
        isDone = true;
      });
    await app.deps.db.transaction().execute(async (tx) => {
      await acceptUsage(tx, [line], app.clock.now());
      begun.resolve();
      // Waits until the other transaction is blocked by this one, or is done.
      const waits = sql<{ waits: boolean }>`
        select exists (select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as waits`;
      while (!isDone && !(await waits.execute(tx)).rows[0]?.waits);
    });
    await finding;
    const batches = app.deps.db.selectFrom('usage_batch').select(['again_of', 'lost_at']).orderBy('batch_no').execute();
    expect(await batches).toMatchObject([{ lost_at: expect.any(Date) }, { again_of: expect.any(String) }]);
    expect(await calculated()).toMatchObject({ rows: 1 });
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 1 });
  });
});

it('a lost record is stored again even before the loss is known', async () => {
  const records = [usageOf(metered), usageOf(metered)];
  await sendUsage(app, records.slice(0, 1));
  await sendUsage(app, records.slice(1));
  await forgetPayloads(app.deps, new Date('2027-01-01T00:00:00Z'));
  await inEngine('TRUNCATE TABLE usage_record');
  expect(await sendUsage(app, [...records, usageOf(metered)])).toMatchObject({ accepted: 1, duplicate: 2 });
  expect(await stored(app, metered.contractId)).toMatchObject({ rows: 3, ids: 3 });
  expect(await calculated()).toMatchObject({ rows: 3 });
});

it('usage is accepted while the check for lost records is impossible', async () => {
  const record = usageOf(metered);
  await sendUsage(app, [record]);
  await forgetPayloads(app.deps, new Date('2027-01-01T00:00:00Z'));
  const query = vi.spyOn(app.deps.clickhouse, 'query').mockRejectedValue(new ClickHouseUnavailable());
  expect(await sendUsage(app, [record, usageOf(metered)])).toMatchObject({ accepted: 1, duplicate: 1 });
  query.mockRestore();
  expect(await calculated()).toMatchObject({ rows: 2 });
});

it.each(['2026-10-15T12:30:00Z', '2026-10-20T12:00:00Z'])(
  'a late record that is lost twice stays on the day of its first arrival, also if sent again at %s',
  async (at) => {
    await sign('2026-09');
    const late = usageOf(metered, september);
    await sendUsage(app, [late]);
    await lost();
    app.clock.moveTo(new Date(at));
    await sendUsage(app, [late]);
    await lost();
    await sendUsage(app, [late]);
    expect(await calculated()).toMatchObject({ rows: 1 });
  },
);

it('a lost batch whose records were all sent again draws no more batch numbers', async () => {
  const record = usageOf(metered);
  await sendUsage(app, [record]);
  await lost();
  for (let time = 0; time < 3; time += 1) await sendUsage(app, [record]);
  await sendUsage(app, [usageOf(metered)]);
  const batches = await app.deps.db.selectFrom('usage_batch').select('batch_no').orderBy('batch_no').execute();
  const numbers = batches.map(({ batch_no }) => Number(batch_no));
  // Two deliveries of copies and the last one each draw a number for their own records, and none for the lost batch.
  expect((numbers.at(-1) ?? 0) - (numbers[1] ?? 0)).toBe(3);
});

it('a key changes its batch only if the batch is lost', async () => {
  await sendUsage(app, [usageOf(metered)]);
  await expect(app.ownerScript('update usage_key set batch_no = batch_no + 1')).rejects.toMatchObject({
    code: '23001',
  });
});
