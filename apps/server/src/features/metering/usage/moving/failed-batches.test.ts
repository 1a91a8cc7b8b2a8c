import { parseError } from '@clickhouse/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClickHouseUnavailable, OverLimits } from '#platform/clickhouse/errors.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { resendBatches } from '../mending/resend-batches.ts';
import { type Metered, meteredContract, sellCoreHours, sendUsage, stored, usageOf } from '../metering.fixture.ts';
import { flushUsage } from './flush-usage.ts';
import { dataFailures } from './move-batch.ts';
import { acknowledgeUsage, batchesOf as batchesOfContract } from './moving.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true });
  await sellCoreHours(app, 'compute.r', '0.5');
});
afterAll(() => app.close());
beforeEach(() => vi.spyOn(app.deps.log, 'error'));
afterEach(() => vi.restoreAllMocks());

const acknowledge = (metered: Metered, given?: readonly object[]) => acknowledgeUsage(app, metered, given);
const batchesOf = (contractId: string) => batchesOfContract(app, contractId);

/** Bypasses all triggers, like a person with full access. */
const byForce = (statement: string) => app.ownerScript(`set session_replication_role = replica; ${statement}`);

describe('the engine in trouble', () => {
  // The engine quotes values of the row, which may contain the name of another failure.
  it.each([
    ['33', 'CANNOT_READ_ALL_DATA'],
    ['74', 'CANNOT_READ_FROM_FILE_DESCRIPTOR'],
    ['88', 'CANNOT_READ_FROM_SOCKET'],
    ['137', 'UNKNOWN_ELEMENT_IN_CONFIG'],
    ['40', 'CHECKSUM_DOESNT_MATCH'],
  ])('with %s, %s, never sets a batch aside, whatever it quotes', async (code, type) => {
    const metered = await meteredContract(app);
    await acknowledge(metered);
    const insert = vi.spyOn(app.deps.clickhouse, 'insert');
    insert.mockRejectedValue(
      parseError(`Code: ${code}. DB::Exception: The disk is in trouble at etl (CANNOT_PARSE_TEXT). (${type})`),
    );
    await expect(flushUsage(app.deps)).rejects.toThrow('in trouble');
    insert.mockRestore();
    await flushUsage(app.deps);
    expect(await batchesOf(metered.contractId)).toMatchObject([{ set_aside_at: null, moved_at: expect.any(Date) }]);
  });

  it('reports faults of rows with the numbers and names of our list', async () => {
    const asked = `SELECT code, errorCodeToName(toUInt32(code)) AS name FROM (SELECT arrayJoin({codes:Array(String)}) AS code)`;
    const named = await app.deps.clickhouse.query<{ code: string; name: string }>(asked, {
      codes: [...dataFailures.keys()],
    });
    expect(new Map(named.map(({ code, name }) => [code, name]))).toEqual(dataFailures);
  });
});

describe('a batch that cannot be stored', () => {
  // The engine quotes the unreadable value, which may contain the words of a broken connection.
  it.each(['one', 'aborted'])(
    '(a quantity of «%s») is set aside with an alarm, blocks no other contract, and is tried again when it is fixed',
    async (quantity) => {
      const [metered, other] = [await meteredContract(app), await meteredContract(app)];
      await acknowledge(metered);
      await acknowledge(other);
      const payloadOf = `(select payload from usage_batch where contract_id = '${metered.contractId}')`;
      await byForce(`create table kept_payload as select ${payloadOf} as payload;
      update usage_batch set payload = replace(payload, '"1"]', '"${quantity}"]')
      where contract_id = '${metered.contractId}'`);
      expect(await flushUsage(app.deps)).toBe(1);
      expect(app.deps.log.error).toHaveBeenCalledWith(
        expect.objectContaining({ contractId: metered.contractId }),
        expect.stringContaining('set aside'),
      );
      expect(await stored(app, other.contractId)).toMatchObject({ rows: 1 });
      expect(await batchesOf(metered.contractId)).toMatchObject([
        { moved_at: null, failure: expect.stringMatching(/./) },
      ]);
      // It is not tried again every minute, and later batches are moved.
      await sendUsage(app, [usageOf(metered)]);
      expect(await stored(app, metered.contractId)).toMatchObject({ rows: 1 });
      expect((await resendBatches(app.deps)).missing).toMatchObject([
        { contractId: metered.contractId, isSetAside: true },
      ]);

      await byForce(`update usage_batch set payload = (select payload from kept_payload) where set_aside_at is not null;
      drop table kept_payload`);
      expect((await resendBatches(app.deps)).healed).toMatchObject([{ contractId: metered.contractId }]);
      expect(await stored(app, metered.contractId)).toMatchObject({ rows: 2 });
      expect(await batchesOf(metered.contractId)).toMatchObject([{ failure: null, set_aside_at: null }, {}]);
    },
  );

  it.each(['no JSON', 'null', '[]'])('is one with the payload %s', async (payload) => {
    const metered = await meteredContract(app);
    await acknowledge(metered);
    await byForce(`create table kept_payload as select payload from usage_batch where contract_id = '${metered.contractId}';
      update usage_batch set payload = '${payload}' where contract_id = '${metered.contractId}'`);
    await flushUsage(app.deps);
    expect(await batchesOf(metered.contractId)).toMatchObject([{ moved_at: null, set_aside_at: expect.any(Date) }]);
    await byForce(`update usage_batch set payload = (select payload from kept_payload) where set_aside_at is not null;
      drop table kept_payload`);
    expect((await resendBatches(app.deps)).healed).toMatchObject([{ contractId: metered.contractId }]);
  });

  it('does not include one with half a character: its storable rows are stored', async () => {
    const metered = await meteredContract(app);
    await acknowledge(metered, [{ objectName: 'halved' }]);
    await byForce(`update usage_batch set payload = replace(payload, 'halved', 'a\\ud800b')
      where contract_id = '${metered.contractId}'`);
    expect(await flushUsage(app.deps)).toBe(1);
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 1 });
  });
});

describe('a failure', () => {
  it('of one contract does not stop the others', async () => {
    const [metered, other] = [await meteredContract(app), await meteredContract(app)];
    await acknowledge(metered);
    await acknowledge(other);
    const { insert } = app.deps.clickhouse;
    vi.spyOn(app.deps.clickhouse, 'insert').mockImplementation(async (table, rows, options) => {
      if ((rows as { contract_id: string }[])[0]?.contract_id === metered.contractId) throw new Error('out of memory');
      await insert(table, rows, options);
    });
    await expect(flushUsage(app.deps)).rejects.toThrow('out of memory');
    expect(await stored(app, other.contractId)).toMatchObject({ rows: 1 });
    vi.restoreAllMocks();
    expect(await flushUsage(app.deps)).toBe(1);
  });

  it('of some contracts, however often, does not stop the others, and their batches are set aside in the end', async () => {
    // Puts batches of earlier tests into another minute.
    app.clock.pass({ minutes: 1 });
    const failing = await Promise.all([1, 2, 3].map(() => meteredContract(app)));
    const [later, sound] = [await meteredContract(app), await meteredContract(app)];
    const theirs = new Set(failing.map(({ contractId }) => contractId));
    for (const metered of [...failing, sound]) await acknowledge(metered);
    const { insert } = app.deps.clickhouse;
    vi.spyOn(app.deps.clickhouse, 'insert').mockImplementation(async (table, rows, options) => {
      const { contract_id } = (rows as { contract_id: string }[])[0] ?? { contract_id: '' };
      if (theirs.has(contract_id)) throw new Error('a checksum does not match');
      await insert(table, rows, options);
    });
    await expect(flushUsage(app.deps)).rejects.toThrow('checksum');
    expect(await stored(app, sound.contractId)).toMatchObject({ rows: 0 });
    await expect(flushUsage(app.deps)).rejects.toThrow('checksum');
    expect(await stored(app, sound.contractId)).toMatchObject({ rows: 1 });

    const setAside = async () => (await Promise.all(failing.map(({ contractId }) => batchesOf(contractId)))).flat();
    // While no other batch is stored, the engine may be the cause, so no failure counts.
    for (let minute = 0; minute < 6; minute += 1) {
      app.clock.pass({ minutes: 1 });
      await expect(flushUsage(app.deps)).rejects.toThrow('checksum');
    }
    expect(await setAside()).toMatchObject(failing.map(() => ({ failures: 0, set_aside_at: null })));
    for (let minute = 0; minute < 5; minute += 1) {
      app.clock.pass({ minutes: 1 });
      // The sender's own flush stores them, so the round finds only failing ones.
      await sendUsage(app, [usageOf(later)]);
      await expect(flushUsage(app.deps)).rejects.toThrow('checksum');
    }
    expect(await setAside()).toMatchObject(failing.map(() => ({ failures: 5, set_aside_at: expect.any(Date) })));
    expect(app.deps.log.error).toHaveBeenCalledTimes(failing.length);
    expect(await flushUsage(app.deps)).toBe(0);

    vi.restoreAllMocks();
    expect((await resendBatches(app.deps)).healed).toMatchObject(failing.map(() => ({})));
    expect(await setAside()).toMatchObject(failing.map(() => ({ failures: 0, set_aside_at: null })));
  });

  it('of an engine without time or memory for one batch moves that batch to the end, and never sets it aside', async () => {
    app.clock.pass({ minutes: 1 });
    const [waiting, other, later] = [
      await meteredContract(app),
      await meteredContract(app),
      await meteredContract(app),
    ];
    await acknowledge(waiting);
    await acknowledge(other);
    const { insert } = app.deps.clickhouse;
    vi.spyOn(app.deps.clickhouse, 'insert').mockImplementation(async (table, rows, options) => {
      if (JSON.stringify(rows).includes(waiting.contractId)) throw new OverLimits(new Error('no time left'));
      await insert(table, rows, options);
    });
    for (let minute = 0; minute < 6; minute += 1) {
      app.clock.pass({ minutes: 1 });
      await sendUsage(app, [usageOf(later)]);
      await expect(flushUsage(app.deps)).rejects.toThrow(OverLimits);
    }
    expect(await stored(app, other.contractId)).toMatchObject({ rows: 1 });
    expect(await batchesOf(waiting.contractId)).toMatchObject([{ failures: 0, set_aside_at: null }]);
    vi.restoreAllMocks();
    expect(await flushUsage(app.deps)).toBe(1);
  });

  it('of an engine that is behind with merging sets no batch aside, even if it stores others', async () => {
    const [waiting, other] = [await meteredContract(app), await meteredContract(app)];
    await acknowledge(waiting);
    const { insert } = app.deps.clickhouse;
    vi.spyOn(app.deps.clickhouse, 'insert').mockImplementation(async (table, rows, options) => {
      if (JSON.stringify(rows).includes(waiting.contractId))
        throw parseError(
          'Code: 252. DB::Exception: Too many parts (3000). Merges are slower than inserts. (TOO_MANY_PARTS)',
        );
      await insert(table, rows, options);
    });
    for (let minute = 0; minute < 6; minute += 1) {
      app.clock.pass({ minutes: 1 });
      await sendUsage(app, [usageOf(other)]);
      await expect(flushUsage(app.deps)).rejects.toThrow('Too many parts');
    }
    expect(await batchesOf(waiting.contractId)).toMatchObject([{ failures: 0, set_aside_at: null }]);
    vi.restoreAllMocks();
    expect(await flushUsage(app.deps)).toBe(1);
  });

  it.each([
    ['that is away', new ClickHouseUnavailable()],
    ['that has no memory left', new OverLimits(new Error('memory limit exceeded'))],
  ])('of the whole usage database, %s, ends the round at once', async (_, failure) => {
    for (let count = 0; count < 5; count += 1) await acknowledge(await meteredContract(app));
    const insert = vi.spyOn(app.deps.clickhouse, 'insert').mockRejectedValue(failure);
    await expect(flushUsage(app.deps)).rejects.toThrow(failure);
    expect(insert).toHaveBeenCalledTimes(1);
    insert.mockRestore();
    expect(await flushUsage(app.deps)).toBe(5);
  });
});
