import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import { parseBillingMonth } from '@usance/period/billing-month';
import { type Day, parseDay } from '@usance/period/day';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClickHouseUnavailable } from '#platform/clickhouse/errors.ts';
import { Outdated } from '#platform/start-over.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { type RateMonth, rateMonth } from '../../../billing/statement/signing/month/rated-month.ts';
import { signMonth } from '../../../billing/statement/signing/sign-month.ts';
import { getContract } from '../../../contract/contract/contract.queries.ts';
import { dirtyDays } from '../../billing-day/dirty-days.ts';
import { liveRuns } from '../../billing-day/live-runs.ts';
import { closedMonths } from '../../closed-month/closed-month.ts';
import { forgetPayloads } from '../../usage/forgetting/forget-payloads.ts';
import { resendBatches } from '../../usage/mending/resend-batches.ts';
import {
  hourOn,
  type Metered,
  meteredContract,
  sellCoreHours,
  sendUsage,
  stored,
  usageOf,
} from '../../usage/metering.fixture.ts';
import { rateDays } from '../rate-days.ts';
import { rateDue } from '../rate-due.ts';
import { rateStretch } from '../rate-stretch.ts';
import { replaceRatedDays } from '../replace-rated-days.ts';
import { acknowledgedOf } from './acknowledged.ts';

let app: TestApp;
let metered: Metered;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-10-15T12:00:00Z',
    clickhouse: true,
    damaged: 'usage is taken away and doubled',
  });
  await sellCoreHours(app, 'compute.r', '0.5');
});
afterAll(() => app.close());
beforeEach(async () => {
  vi.spyOn(app.deps.log, 'error');
  metered = await meteredContract(app);
});
afterEach(() => vi.restoreAllMocks());

const september = { start: '2026-09-10T10:00:00Z', end: '2026-09-10T11:00:00Z' };
const month = { start: '2026-09-01T00:00:00Z', end: '2026-10-01T00:00:00Z' };
const calculate = () =>
  internalCaller(app).call(purchases.calculate, { body: { contractId: metered.contractId, ...month } });
const refusedCalculation = () =>
  internalCaller(app).refusal(purchases.calculate, { body: { contractId: metered.contractId, ...month } });
const inEngine = (statement: string, settings = {}) =>
  app.deps.clickhouse.command(statement, { contractId: metered.contractId }, { mutations_sync: '2', ...settings });
const ofContract = 'contract_id = {contractId:String}';
const byForce = (statement: string) => app.ownerScript(`set session_replication_role = replica; ${statement}`);
/** Deletes the kept payloads, so that no batch can be sent again. */
const forgotten = () => forgetPayloads(app.deps, new Date('2027-01-01T00:00:00Z'));

describe('what was acknowledged', () => {
  it('is counted by billing day with rows and quantity, late usage included', async () => {
    await sendUsage(app, [usageOf(metered, { ...september, quantity: '0.1' }), usageOf(metered, september)]);
    await sendUsage(app, [usageOf(metered, { ...september, quantity: '-0.4', correction: true }), usageOf(metered)]);
    const { rows } = await sql`select day::text, rows::text, quantity::float8 as quantity from usage_day
      where contract_id = ${metered.contractId} order by day`.execute(app.deps.db);
    expect(rows).toEqual([
      { day: '2026-09-10', rows: '3', quantity: 0.7 },
      { day: '2026-10-10', rows: '1', quantity: 1 },
    ]);
  });

  it('cannot be taken back in the database', async () => {
    await sendUsage(app, [usageOf(metered)]);
    for (const statement of [
      'delete from usage_day',
      'update usage_day set rows = rows - 1',
      'truncate usage_day',
      'delete from usage_key',
      'update usage_key set key = key',
      'delete from usage_batch',
      'update usage_batch set rows = 7',
      'truncate usage_batch cascade',
    ]) {
      await expect(app.ownerScript(statement)).rejects.toMatchObject({ code: '23001' });
    }
  });

  it('the database refuses marks of days that no run can rate', async () => {
    const marked = `insert into usage_dirty_day (contract_id, day) values ('${metered.contractId}', '1965-10-10')`;
    await expect(app.ownerScript(marked)).rejects.toMatchObject({ code: '23514' });
  });
});

describe('a run', () => {
  it.each([
    ['are missing', `ALTER TABLE usage_record DELETE WHERE ${ofContract}`],
    ['are stored twice', `INSERT INTO usage_record SELECT * FROM usage_record WHERE ${ofContract}`],
  ])('whose rows %s stores them again from what is kept, and rates what was acknowledged', async (_, fault) => {
    await sendUsage(app, [usageOf(metered, september), usageOf(metered, september)]);
    await inEngine(fault, { insert_deduplicate: 0 });
    expect(await calculate()).toMatchObject({ rows: 2, amount: '1.000000000000' });
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 2, ids: 2 });
  });

  it.each([
    ['are missing', `ALTER TABLE usage_record DELETE WHERE ${ofContract}`],
    ['are stored twice', `INSERT INTO usage_record SELECT * FROM usage_record WHERE ${ofContract}`],
    ['have another quantity', `ALTER TABLE usage_record UPDATE quantity = 5 WHERE ${ofContract}`],
  ])('whose rows %s, and of which nothing is kept, is refused with an alarm, and its mark stays', async (_, fault) => {
    await sendUsage(app, [usageOf(metered, september), usageOf(metered, september)]);
    await forgotten();
    await inEngine(fault, { insert_deduplicate: 0 });
    expect(await refusedCalculation()).toMatchObject({ code: 409, reason: 'USAGE_DISAGREES' });
    expect(app.deps.log.error).toHaveBeenCalled();
    expect((await rateDue(app.deps)).failed).toBeGreaterThan(0);
    expect(await dirtyDays(app.deps.db, metered.contractId)).toMatchObject([{ day: '2026-09-10' }]);
    const body = { contractId: metered.contractId, month: '2026-09' };
    expect(await internalCaller(app).refusal(statements.sign, { body })).toMatchObject({ reason: 'USAGE_DISAGREES' });
  });

  it('ignores broken batches of other days, and reports why one of its own cannot be stored again', async () => {
    const [broken, sound] = ['2026-09-10', '2026-09-20'].map(parseDay) as [Day, Day];
    for (const day of [broken, sound]) await sendUsage(app, [usageOf(metered, hourOn(day))]);
    await inEngine(`ALTER TABLE usage_record DELETE WHERE ${ofContract}`);
    const { insert } = app.deps.clickhouse;
    vi.spyOn(app.deps.clickhouse, 'insert').mockImplementation(async (table, rows, options) => {
      if (JSON.stringify(rows).includes(broken)) throw new Error('a checksum does not match');
      await insert(table, rows, options);
    });
    const contract = await getContract(app.deps.db, metered.contractId);
    await rateStretch(app.deps, contract, [sound]);
    const cause = expect.objectContaining({ message: 'a checksum does not match' });
    await expect(rateStretch(app.deps, contract, [broken])).rejects.toMatchObject({ reason: 'USAGE_DISAGREES', cause });
    vi.restoreAllMocks();
    expect(await calculate()).toMatchObject({ rows: 2, amount: '1.000000000000' });
  });

  it('that finds batches incomplete proceeds if another process stores them again first', async () => {
    await sendUsage(app, [usageOf(metered, september), usageOf(metered, september)]);
    await inEngine(`ALTER TABLE usage_record DELETE WHERE ${ofContract}`);
    const { query } = app.deps.clickhouse;
    const asked = vi.spyOn(app.deps.clickhouse, 'query').mockImplementation(async (statement, ...given) => {
      if (statement.includes('GROUP BY contract_id, batch_no')) {
        asked.mockImplementation(query);
        expect((await resendBatches(app.deps)).healed).toHaveLength(1);
      }
      return query(statement, ...given);
    });
    expect(await calculate()).toMatchObject({ rows: 2, amount: '1.000000000000' });
  });

  it('that is refused leaves no rows behind, however often it is tried', async () => {
    await sendUsage(app, [usageOf(metered, september), usageOf(metered, september)]);
    await calculate();
    await forgotten();
    await inEngine(`ALTER TABLE usage_record UPDATE quantity = 5 WHERE ${ofContract}`);
    const rated = async () => {
      const sum = `SELECT count() AS rows FROM purchase WHERE ${ofContract}`;
      return app.deps.clickhouse.query(sum, { contractId: metered.contractId });
    };
    const before = await rated();
    for (let count = 0; count < 3; count += 1) {
      expect(await refusedCalculation()).toMatchObject({ reason: 'USAGE_DISAGREES' });
    }
    expect(await rated()).toEqual(before);
  });

  it('of a month with unacknowledged rows is refused, and so is its signing', async () => {
    await sendUsage(app, [usageOf(metered, september)]);
    await forgotten();
    await inEngine(
      `INSERT INTO usage_record SELECT * REPLACE (bill_at + 86400 AS bill_at) FROM usage_record WHERE ${ofContract}`,
      { insert_deduplicate: 0 },
    );
    expect(await refusedCalculation()).toMatchObject({ reason: 'USAGE_DISAGREES', metadata: { days: '2026-09-11' } });
    const body = { contractId: metered.contractId, month: '2026-09' };
    expect(await internalCaller(app).refusal(statements.sign, { body })).toMatchObject({ reason: 'USAGE_DISAGREES' });
  });

  it('neither waits for nor rates batches that were acknowledged after it began', async () => {
    await sendUsage(app, [usageOf(metered, september)]);
    vi.spyOn(app.deps.clickhouse, 'insert').mockRejectedValue(new ClickHouseUnavailable());
    await sendUsage(app, [usageOf(metered, september)]);
    expect(await refusedCalculation()).toMatchObject({ code: 503 });
    vi.restoreAllMocks();
    expect(await calculate()).toMatchObject({ rows: 2 });
  });

  it('that finds rows under its number draws numbers above all those in the usage database', async () => {
    await sendUsage(app, [usageOf(metered, september)]);
    await calculate();
    // Takes PostgreSQL back to before that run.
    await byForce(`delete from rated_day where contract_id = '${metered.contractId}';
      insert into usage_dirty_day (contract_id, day) values ('${metered.contractId}', '2026-09-10')
        on conflict do nothing;
      select setval('purchase_run_no', last_value - 40) from purchase_run_no`);
    expect(await calculate()).toMatchObject({ rows: 1, amount: '0.500000000000' });
    const [{ runs } = { runs: '' }] = await app.deps.clickhouse.query<{ runs: string }>(
      `SELECT uniqExact(run_no) AS runs FROM purchase WHERE ${ofContract}`,
      { contractId: metered.contractId },
    );
    expect(runs).toBe('2');
  });
});

describe('a signing', () => {
  it('is refused if the rated usage differs from the acknowledged usage', async () => {
    await sendUsage(app, [usageOf(metered, september)]);
    await calculate();
    const body = { contractId: metered.contractId, month: '2026-09' };
    // Acknowledged without a mark and without a batch.
    await byForce(`update usage_day set rows = rows + 1 where contract_id = '${metered.contractId}'`);
    expect(await internalCaller(app).refusal(statements.sign, { body })).toMatchObject({
      code: 409,
      reason: 'USAGE_DISAGREES',
      metadata: { days: '2026-09-10' },
    });
    await byForce(`update usage_day set rows = rows - 1 where contract_id = '${metered.contractId}'`);
    expect(await internalCaller(app).call(statements.sign, { body })).toMatchObject({ amount: '0.50000000' });
  });

  it('is refused, too, if they diverge after the month was rated', async () => {
    await sendUsage(app, [usageOf(metered, september)]);
    const rate: RateMonth = async (...given) => {
      const rated = await rateMonth(...given);
      await byForce(`update usage_day set rows = rows + 1 where contract_id = '${metered.contractId}'`);
      return rated;
    };
    const contract = await getContract(app.deps.db, metered.contractId);
    const signing = signMonth(app.deps, contract, { month: parseBillingMonth('2026-09'), now: app.clock.now(), rate });
    await expect(signing).rejects.toMatchObject({ reason: 'USAGE_DISAGREES', metadata: { days: '2026-09-10' } });
    expect(await closedMonths(app.deps.db, contract.id)).toEqual(new Set());
  });
});

it('a run that has read fewer batches never replaces one that has read more', async () => {
  const metered = await meteredContract(app);
  const contract = await getContract(app.deps.db, metered.contractId);
  const days = [parseDay('2026-10-10')];
  await sendUsage(app, [usageOf(metered)]);
  const less = await acknowledgedOf(app.deps.db, contract.id, days);
  await sendUsage(app, [usageOf(metered)]);
  await rateDue(app.deps);
  const rated = await rateDays(app.deps, contract, { days, throughBatch: less.throughBatch });
  expect(rated).toMatchObject([{ rows: 1n }]);
  const replacing = replaceRatedDays(app.deps, contract.id, { days, rated, ...less });
  await expect(replacing).rejects.toThrow(Outdated);
  expect(await liveRuns(app.deps.db, contract.id, days[0] as Day, days[0] as Day)).toMatchObject([{ rows: 2n }]);
});
