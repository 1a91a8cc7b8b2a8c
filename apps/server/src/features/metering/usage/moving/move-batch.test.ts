import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { ingestUsage } from '../ingest-usage.ts';
import { type Metered, meteredContract, sellCoreHours, sendUsage, stored, usageOf } from '../metering.fixture.ts';
import { flushUsage } from './flush-usage.ts';
import { acknowledgeUsage, batchesOf as batchesOfContract } from './moving.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true, damaged: 'a stranger is put in' });
  await sellCoreHours(app, 'compute.r', '0.5');
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

const acknowledge = (metered: Metered, given?: readonly object[]) => acknowledgeUsage(app, metered, given);
const batchesOf = (contractId: string) => batchesOfContract(app, contractId);

/** Bypasses all triggers, like a person with full access. */
const byForce = (statement: string) => app.ownerScript(`set session_replication_role = replica; ${statement}`);

/** Stops the engine at its first insert until the test calls `proceed`. `standing` resolves when it has stopped. */
function stalledInsert() {
  const { insert } = app.deps.clickhouse;
  const standing = Promise.withResolvers<void>();
  const proceed = Promise.withResolvers<void>();
  vi.spyOn(app.deps.clickhouse, 'insert').mockImplementationOnce(async (table, rows) => {
    standing.resolve();
    await proceed.promise;
    // Long after the engine has forgotten the token of the first copy.
    await insert(table, rows, { settings: { insert_deduplicate: 0 } });
  });
  return { standing: standing.promise, proceed: proceed.resolve };
}

const claimsRunOut = () =>
  byForce("update usage_batch set claimed_until = now() - interval '1 s' where claim is not null");

describe('usage of many months', () => {
  it('is stored, even if it spans more months than the engine accepts at once', async () => {
    const metered = await meteredContract(app);
    await byForce(`update contract set commencing_on = '2010-01-01' where id = '${metered.contractId}'`);
    const months = Array.from({ length: 120 }, (_, at) => new Date(Date.UTC(2012, at, 10, 10)).toISOString());
    const hours = months.map((start) => ({ start, end: start.replace('T10', 'T11') }));
    const lines = hours.map((hour) => JSON.stringify(usageOf(metered, hour)));
    // Only a bill that is imported may be as old.
    const imported = { body: Readable.from([Buffer.from(lines.join('\n'))]) };
    expect(await ingestUsage(app.deps, imported, { sender: 'import' })).toMatchObject({ accepted: 120 });
    await flushUsage(app.deps);
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 120 });
    expect((await batchesOf(metered.contractId)).every(({ rows }) => rows === 1)).toBe(true);
  });
});

describe('a batch', () => {
  it.each(['another', 'the same'])(
    'is identified by more than its number: after a restore, one of %s contract is no copy of it, even with the same records',
    async (whose) => {
      const metered = await meteredContract(app);
      const lost = whose === 'another' ? await meteredContract(app) : metered;
      const record = usageOf(lost, { quantity: '5' });
      await sendUsage(app, [record]);
      const [{ batch_no } = { batch_no: '' }] = await batchesOf(lost.contractId);
      // Takes PostgreSQL back to before that batch.
      await byForce(`delete from usage_batch where batch_no = ${batch_no};
        delete from usage_key where batch_no = ${batch_no};
        delete from usage_day where contract_id = '${lost.contractId}';
        alter table usage_batch alter column batch_no restart with ${batch_no}`);
      // The next attempt looks for stored rows first.
      await acknowledge(metered, [{ ...record, ...metered, quantity: '11' }]);
      await flushUsage(app.deps, metered);
      const [{ id } = { id: '' }, ...more] = await batchesOf(metered.contractId);
      expect(more).toEqual([]);
      const found = await app.deps.clickhouse.query(
        'SELECT batch_no, quantity FROM usage_record WHERE batch_id = {id:UUID}',
        { id },
      );
      expect(found).toEqual([{ batch_no, quantity: '11' }]);
    },
  );

  it('is not moved by another process while it is claimed', async () => {
    const metered = await meteredContract(app);
    await acknowledge(metered);
    const { standing, proceed } = stalledInsert();
    const first = flushUsage(app.deps);
    await standing;
    expect(await flushUsage(app.deps)).toBe(0);
    proceed();
    expect(await first).toBe(1);
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 1 });
  });

  it('whose mover stopped for very long is stored once when that mover finishes late', async () => {
    const metered = await meteredContract(app);
    await acknowledge(metered, [{}, {}, {}]);
    const { standing, proceed } = stalledInsert();
    const late = flushUsage(app.deps);
    await standing;
    await claimsRunOut();
    expect(await flushUsage(app.deps)).toBe(1);
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 3 });
    proceed();
    await late;
    expect(await stored(app, metered.contractId)).toEqual({ rows: 3, ids: 3, quantity: '3' });
  });

  it('that another process has taken meanwhile is not sent by the first mover', async () => {
    const metered = await meteredContract(app);
    await acknowledge(metered);
    const { query } = app.deps.clickhouse;
    const standing = Promise.withResolvers<void>();
    const proceed = Promise.withResolvers<void>();
    vi.spyOn(app.deps.clickhouse, 'query').mockImplementationOnce(async (...asked) => {
      // The batch counts as tried, so the mover looks for stored rows first.
      const answer = await query<object>(...asked);
      standing.resolve();
      await proceed.promise;
      return answer as never;
    });
    const insert = vi.spyOn(app.deps.clickhouse, 'insert');
    const late = flushUsage(app.deps);
    await standing.promise;
    await claimsRunOut();
    expect(await flushUsage(app.deps)).toBe(1);
    proceed.resolve();
    await late;
    expect(insert).toHaveBeenCalledTimes(1);
    expect(await stored(app, metered.contractId)).toEqual({ rows: 1, ids: 1, quantity: '1' });
  });
});
