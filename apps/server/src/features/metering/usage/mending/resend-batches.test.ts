import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClickHouseUnavailable } from '#platform/clickhouse/errors.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { forgetPayloads } from '../forgetting/forget-payloads.ts';
import { type Metered, meteredContract, sellCoreHours, sendUsage, stored, usageOf } from '../metering.fixture.ts';
import { claimKept, releaseClaim } from '../moving/batch-claims.ts';
import { flushUsage } from '../moving/flush-usage.ts';
import { resendBatches } from './resend-batches.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true, damaged: 'usage is taken away for good' });
  await sellCoreHours(app, 'compute.r', '0.5');
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

const moreThanKept = new Date('2026-10-18T12:00:00Z');
const lost = ({ contractId }: Metered) =>
  app.deps.clickhouse.command(
    'ALTER TABLE usage_record DELETE WHERE contract_id = {contractId:String}',
    { contractId },
    { mutations_sync: '2' },
  );

describe('a usage database that is older than PostgreSQL', () => {
  it('gets the missing batches again, and nothing else', async () => {
    const [metered, sound] = [await meteredContract(app), await meteredContract(app)];
    for (const each of [metered, sound]) await sendUsage(app, [usageOf(each), usageOf(each)]);
    await lost(metered);
    const { healed, missing } = await resendBatches(app.deps);
    expect([healed.length, missing]).toEqual([1, []]);
    expect(healed).toMatchObject([{ contractId: metered.contractId, rows: 2, stored: 0 }]);
    for (const { contractId } of [metered, sound])
      expect(await stored(app, contractId)).toMatchObject({ rows: 2, ids: 2 });
    expect(await resendBatches(app.deps)).toEqual({ healed: [], missing: [], waiting: undefined });
  });

  it('whose missing batches have no payload is reported with exactly what is missing', async () => {
    const metered = await meteredContract(app);
    await sendUsage(app, [usageOf(metered), usageOf(metered)]);
    expect(await forgetPayloads(app.deps, new Date('2026-10-18T11:59:59Z'))).toBe(0);
    expect(await forgetPayloads(app.deps, moreThanKept)).toBeGreaterThan(0);
    await lost(metered);
    const { missing } = await resendBatches(app.deps);
    expect(missing).toMatchObject([{ contractId: metered.contractId, rows: 2, stored: 0, isKept: false }]);
  });
});

describe('the payload of a batch', () => {
  const keptOf = async ({ contractId }: Metered) => {
    const batch = app.deps.db.selectFrom('usage_batch').select('payload').where('contract_id', '=', contractId);
    return (await batch.executeTakeFirstOrThrow()).payload !== null;
  };

  it('is deleted only if the batch is stored; otherwise the batch is stored again', async () => {
    const [metered, sound] = [await meteredContract(app), await meteredContract(app)];
    for (const each of [metered, sound]) await sendUsage(app, [usageOf(each), usageOf(each)]);
    await lost(metered);
    const alarm = vi.spyOn(app.deps.log, 'error');
    expect(await forgetPayloads(app.deps, moreThanKept)).toBe(1);
    expect([await keptOf(metered), await keptOf(sound)]).toEqual([true, false]);
    expect(alarm).toHaveBeenCalledWith(
      expect.objectContaining({ contractId: metered.contractId, rows: 2, stored: 0 }),
      expect.stringContaining('differs from what was acknowledged'),
    );
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 2, ids: 2 });
    expect(await forgetPayloads(app.deps, moreThanKept)).toBe(1);
    expect(await keptOf(metered)).toBe(false);
  });

  it('is not deleted while another process may be storing it again', async () => {
    const metered = await meteredContract(app);
    await sendUsage(app, [usageOf(metered)]);
    const { batch_no } = await app.deps.db
      .selectFrom('usage_batch')
      .select('batch_no')
      .where('contract_id', '=', metered.contractId)
      .executeTakeFirstOrThrow();
    const batch = await claimKept(app.deps.db, { ...metered, no: BigInt(batch_no) });
    expect(await forgetPayloads(app.deps, moreThanKept)).toBe(0);
    if (batch) await releaseClaim(app.deps.db, batch);
    expect(await forgetPayloads(app.deps, moreThanKept)).toBe(1);
  });
});

describe('a batch that is stored twice', () => {
  it('is reduced to a single copy', async () => {
    const metered = await meteredContract(app);
    await sendUsage(app, [usageOf(metered), usageOf(metered)]);
    await app.deps.clickhouse.command(
      'INSERT INTO usage_record SELECT * FROM usage_record WHERE contract_id = {contractId:String}',
      { contractId: metered.contractId },
      { insert_deduplicate: 0 },
    );
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 4 });
    expect((await resendBatches(app.deps)).healed).toMatchObject([{ contractId: metered.contractId, stored: 4 }]);
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 2, ids: 2 });
  });
});

describe('a batch that fails', () => {
  /** Makes the engine fail with every insert for a contract. */
  function failing({ contractId }: Metered, error: Error): void {
    const { insert } = app.deps.clickhouse;
    vi.spyOn(app.deps.clickhouse, 'insert').mockImplementation(async (table, rows, options) => {
      if (JSON.stringify(rows).includes(contractId)) throw error;
      await insert(table, rows, options);
    });
  }

  it.each(['waits', 'is lost'])('and %s is reported, and the others are stored again', async (state) => {
    const [broken, metered] = [await meteredContract(app), await meteredContract(app)];
    const sent = () => sendUsage(app, [usageOf(broken)]);
    if (state === 'is lost') await sent();
    await sendUsage(app, [usageOf(metered), usageOf(metered)]);
    await lost(broken);
    await lost(metered);
    failing(broken, new Error('a checksum does not match'));
    if (state === 'waits') await sent();
    const { healed, missing, waiting } = await resendBatches(app.deps);
    expect(healed).toMatchObject([{ contractId: metered.contractId }]);
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 2, ids: 2 });
    if (state === 'waits') expect(waiting).toContain('checksum');
    else expect(missing.map(({ contractId }) => contractId)).toContain(broken.contractId);
    vi.restoreAllMocks();
    if (state === 'waits') await flushUsage(app.deps);
    else await resendBatches(app.deps);
    expect(await stored(app, broken.contractId)).toMatchObject({ rows: 1 });
  });

  it('because the usage database is down ends the resending', async () => {
    const metered = await meteredContract(app);
    await sendUsage(app, [usageOf(metered)]);
    await lost(metered);
    failing(metered, new ClickHouseUnavailable());
    await expect(resendBatches(app.deps)).rejects.toThrow(ClickHouseUnavailable);
    vi.restoreAllMocks();
    expect((await resendBatches(app.deps)).healed).toMatchObject([{ contractId: metered.contractId }]);
  });
});
