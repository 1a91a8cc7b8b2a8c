import { purchases } from '@usance/api/purchase';
import { statements } from '@usance/api/statement';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { internalCaller } from '../../../testing/callers.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { forgetPayloads } from './forget-payloads.ts';
import { keepFound } from './lost-batches.ts';
import { type Metered, meteredContract, sellCoreHours, send, stored, usageOf } from './metering.fixture.ts';
import { wrongBatches } from './wrong-batches.ts';

// Each is verified at its end: what was lost is there again, and nothing twice.
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
const inEngine = (statement: string) => app.deps.clickhouse.command(statement, {}, { mutations_sync: '2' });
const calculation = () => ({ body: { contractId: metered.contractId, ...october } });
const calculated = () => internalCaller(app).call(purchases.calculate, calculation());
const sign = (month: string) =>
  internalCaller(app).call(statements.sign, { body: { contractId: metered.contractId, month } });
const marks = () => app.deps.db.selectFrom('usage_dirty_day').select('day').execute();

/** All usage is forgotten here and lost there, and somebody has tried to rate it. */
async function lost(): Promise<void> {
  await forgetPayloads(app.deps, new Date('2027-01-01T00:00:00Z'));
  await inEngine('TRUNCATE TABLE usage_record');
  await app.ownerScript(`insert into usage_dirty_day (contract_id, day)
    select contract_id, day from usage_day where day >= '2026-10-01' on conflict do nothing`);
  const refused = await internalCaller(app).refusal(purchases.calculate, calculation());
  expect(refused).toMatchObject({ reason: 'USAGE_DISAGREES' });
}

it('records of a lost batch that are sent again are stored again, counted once, and billed when all are there', async () => {
  const records = [usageOf(metered), usageOf(metered, { quantity: '2' }), usageOf(metered, { quantity: '4' })];
  await send(app, records);
  await lost();
  const [first, second, third] = records;
  expect(await send(app, [first, first, second])).toMatchObject({ accepted: 0, duplicate: 3, refused: 0 });
  expect(await send(app, [{ ...third, quantity: '5' }])).toMatchObject({ refused: 1 });
  expect(await internalCaller(app).refusal(purchases.calculate, calculation())).toMatchObject({ code: 409 });
  expect(await wrongBatches(app.deps, { from: 0n, until: 100n })).toMatchObject([{ rows: 3, stored: 0, again: 2 }]);
  const replies = await Promise.all([1, 2, 3].map(() => send(app, records)));
  expect(replies).toMatchObject(replies.map(() => ({ accepted: 0, duplicate: 3 })));
  expect(await calculated()).toMatchObject({ rows: 3, amount: '3.500000000000' });
  expect(await stored(app, metered.contractId)).toEqual({ rows: 3, ids: 3, quantity: '7' });
});

it('a record that came late is stored again under the day that it was billed in', async () => {
  await sign('2026-09');
  const late = usageOf(metered, september);
  await send(app, [late]);
  await lost();
  app.clock.moveTo(new Date('2026-11-02T10:00:00Z'));
  expect(await send(app, [late])).toMatchObject({ accepted: 0, duplicate: 1 });
  expect(await sign('2026-10')).toMatchObject({ amount: '0.50000000' });
});

it('a record of a month that was signed since is stored again in it, and rated by nobody', async () => {
  const records = [usageOf(metered, september), usageOf(metered)];
  await send(app, records);
  await sign('2026-09');
  await lost();
  await app.ownerScript(`update usage_batch set lost_at = now() where month = '2026-09'`);
  expect(await send(app, records)).toMatchObject({ accepted: 0, duplicate: 2 });
  expect(await marks()).toEqual([{ day: '2026-10-10' }]);
  expect(await calculated()).toMatchObject({ rows: 1 });
});

it('what is lost a second time is stored a third', async () => {
  const record = usageOf(metered);
  await send(app, [record]);
  for (let time = 0; time < 2; time += 1) {
    await lost();
    expect(await send(app, [record])).toMatchObject({ duplicate: 1 });
  }
  expect(await calculated()).toMatchObject({ rows: 1 });
});

it('a batch that is there again, since a newer copy was put back, is stored by nobody a second time', async () => {
  const record = usageOf(metered);
  await send(app, [record]);
  await inEngine('CREATE TABLE newer_copy ENGINE = Memory AS SELECT * FROM usage_record');
  await lost();
  await inEngine('INSERT INTO usage_record SELECT * FROM newer_copy');
  await keepFound(app.deps);
  expect(await send(app, [record])).toMatchObject({ duplicate: 1 });
  expect(await stored(app, metered.contractId)).toMatchObject({ rows: 1 });
  expect(await calculated()).toMatchObject({ rows: 1 });
});

it('nothing but a lost batch lets a key be of another', async () => {
  await send(app, [usageOf(metered)]);
  await expect(app.ownerScript('update usage_key set batch_no = batch_no + 1')).rejects.toMatchObject({
    code: '23001',
  });
});
