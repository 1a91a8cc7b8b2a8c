import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import { parseDay } from '@usance/period/day';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { getContract } from '../../../contract/contract/contract.queries.ts';
import { forgetPayloads } from '../../usage/forgetting/forget-payloads.ts';
import {
  type Metered,
  meteredContract,
  sellCoreHours,
  sendUsage,
  stored,
  usageOf,
} from '../../usage/metering.fixture.ts';
import { rateStretch } from '../rate-stretch.ts';

// One batch is stored twice and another of the same day and quantity is missing, so the day's totals look right.
let app: TestApp;
let metered: Metered;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true, damaged: 'usage is lost and doubled' });
  await sellCoreHours(app, 'compute.r', '0.5');
});
afterAll(() => app.close());
beforeEach(async () => {
  vi.spyOn(app.deps.log, 'error');
  metered = await meteredContract(app);
  for (let count = 0; count < 2; count += 1) await sendUsage(app, [usageOf(metered, september)]);
  const batches = app.deps.db
    .selectFrom('usage_batch')
    .select('batch_no')
    .where('contract_id', '=', metered.contractId);
  const [first = 0n, second = 0n] = (await batches.orderBy('batch_no').execute()).map((row) => BigInt(row.batch_no));
  numbers = { first, second };
});
afterEach(() => vi.restoreAllMocks());

const september = { start: '2026-09-10T10:00:00Z', end: '2026-09-10T11:00:00Z' };
const calculation = () => ({
  body: { contractId: metered.contractId, start: '2026-09-01T00:00:00Z', end: '2026-10-01T00:00:00Z' },
});
const signing = () => ({ body: { contractId: metered.contractId, month: '2026-09' } });
let numbers: { first: bigint; second: bigint };
const inEngine = (statement: string) =>
  app.deps.clickhouse.command(
    statement,
    { contractId: metered.contractId, ...numbers },
    { mutations_sync: '2', insert_deduplicate: 0 },
  );
const forgotten = () => forgetPayloads(app.deps, new Date('2027-01-01T00:00:00Z'));

const ofContract = 'contract_id = {contractId:String}';
const first = 'batch_no = {first:UInt64}';
const second = 'batch_no = {second:UInt64}';
/** Doubles the second batch, under its own id or an unacknowledged one, and deletes the first. */
async function cancelled(as = 'batch_id'): Promise<void> {
  await inEngine(`INSERT INTO usage_record SELECT * REPLACE (${as} AS batch_id)
    FROM usage_record WHERE ${ofContract} AND ${second}`);
  await inEngine(`ALTER TABLE usage_record DELETE WHERE ${ofContract} AND ${first}`);
  expect(await stored(app, metered.contractId)).toEqual({ rows: 2, ids: 1, quantity: '2' });
}

async function refusedEverywhere(): Promise<void> {
  const refused = { reason: 'USAGE_DISAGREES', metadata: { days: '2026-09-10' } };
  expect(await internalCaller(app).refusal(purchases.calculate, calculation())).toMatchObject(refused);
  expect(await internalCaller(app).refusal(statements.sign, signing())).toMatchObject(refused);
  const contract = await getContract(app.deps.db, metered.contractId);
  await expect(rateStretch(app.deps, contract, [parseDay('2026-09-10')])).rejects.toMatchObject(refused);
  expect(app.deps.log.error).toHaveBeenCalledWith(
    expect.objectContaining({ contractId: metered.contractId, days: ['2026-09-10'] }),
    'stored usage differs from what was acknowledged',
  );
}

it('is stored again from what is kept, and signed as it was acknowledged', async () => {
  await cancelled();
  expect(await internalCaller(app).call(statements.sign, signing())).toMatchObject({ amount: '1.00000000' });
  expect(await stored(app, metered.contractId)).toEqual({ rows: 2, ids: 2, quantity: '2' });
});

it('is neither rated nor signed without kept payloads, and the days beside it are', async () => {
  await sendUsage(app, [usageOf(metered, { start: '2026-09-20T10:00:00Z', end: '2026-09-20T11:00:00Z' })]);
  await forgotten();
  await inEngine(`INSERT INTO usage_record SELECT * FROM usage_record WHERE ${ofContract} AND ${first}`);
  await inEngine(`ALTER TABLE usage_record DELETE
    WHERE ${ofContract} AND ${second}`);
  await refusedEverywhere();
  const contract = await getContract(app.deps.db, metered.contractId);
  await rateStretch(app.deps, contract, [parseDay('2026-09-20')]);
});

it('is refused if the doubled rows belong to an unacknowledged batch', async () => {
  await forgotten();
  await cancelled('generateUUIDv4()');
  await refusedEverywhere();
});

it('is searched for with only two sums in a sound month, also after lost records were sent again', async () => {
  const records = [usageOf(metered, september), usageOf(metered, september)];
  await sendUsage(app, records);
  await forgotten();
  await inEngine(`ALTER TABLE usage_record DELETE WHERE ${ofContract} AND batch_no > {second:UInt64}`);
  await internalCaller(app).refusal(purchases.calculate, calculation());
  expect(await sendUsage(app, records)).toMatchObject({ duplicate: 2 });
  const asked = vi.spyOn(app.deps.clickhouse, 'query');
  expect(await internalCaller(app).call(purchases.calculate, calculation())).toMatchObject({ rows: 4 });
  expect(asked.mock.calls.map(([statement]) => statement)).not.toContainEqual(expect.stringContaining('BY u.batch_no'));
});

it('is not rated by a run that began before, but stored again from the kept payloads', async () => {
  const { command } = app.deps.clickhouse;
  vi.spyOn(app.deps.clickhouse, 'command').mockImplementation(async (statement, ...given) => {
    if (statement.startsWith('INSERT INTO purchase')) {
      vi.mocked(app.deps.clickhouse.command).mockRestore();
      await cancelled();
    }
    await command(statement, ...given);
  });
  const contract = await getContract(app.deps.db, metered.contractId);
  await rateStretch(app.deps, contract, [parseDay('2026-09-10')]);
  const { run_no } = await app.deps.db
    .selectFrom('rated_day')
    .select('run_no')
    .where('contract_id', '=', metered.contractId)
    .executeTakeFirstOrThrow();
  const rated = await app.deps.clickhouse.query(
    `SELECT count() AS rows, uniqExact(usage_id) AS ids FROM purchase WHERE ${ofContract} AND run_no = {run:UInt64}`,
    { contractId: metered.contractId, run: BigInt(run_no) },
  );
  expect(rated).toEqual([{ rows: '2', ids: '2' }]);
});
