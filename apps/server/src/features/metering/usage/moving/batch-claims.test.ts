import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClickHouseUnavailable } from '#platform/clickhouse/errors.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { forgetPayloads } from '../forgetting/forget-payloads.ts';
import { meteredContract, sellCoreHours, sendUsage, stored, usageOf } from '../metering.fixture.ts';
import { flushUsage } from './flush-usage.ts';
import { releaseClaims } from './release-claims.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true });
  await sellCoreHours(app, 'compute.r', '0.5');
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

const shift = (interval: string) =>
  app.ownerScript(
    `update usage_batch set claimed_until = claimed_until + interval '${interval}' where claimed_until is not null`,
  );

describe('after the clock of PostgreSQL ran ahead and was corrected', () => {
  it('a batch that was released meanwhile is moved at once', async () => {
    const metered = await meteredContract(app);
    vi.spyOn(app.deps.clickhouse, 'insert').mockRejectedValueOnce(new ClickHouseUnavailable());
    await sendUsage(app, [usageOf(metered)]);
    await shift('70 days');
    expect(await flushUsage(app.deps)).toBe(1);
  });

  it('a batch whose mover was killed meanwhile is moved after a restart of the server', async () => {
    const metered = await meteredContract(app);
    vi.spyOn(app.deps.clickhouse, 'insert').mockRejectedValueOnce(new ClickHouseUnavailable());
    await sendUsage(app, [usageOf(metered)]);
    await app.ownerScript(`update usage_batch set claim = gen_random_uuid(), claimed_until = now() + interval '70 days'
      where moved_at is null`);
    await releaseClaims(app.deps.db);
    await shift('70 days');
    expect(await flushUsage(app.deps)).toBe(1);
  });

  it('a claim made meanwhile lasts one lease from its discovery, so that its holder can finish', async () => {
    const metered = await meteredContract(app);
    const [standing, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { insert } = app.deps.clickhouse;
    vi.spyOn(app.deps.clickhouse, 'insert').mockImplementationOnce(async (...args) => {
      standing.resolve();
      await proceed.promise;
      await insert(...args);
    });
    const sent = sendUsage(app, [usageOf(metered)]);
    await standing.promise;
    await shift('70 days');
    expect(await flushUsage(app.deps)).toBe(0);
    const longer = sql<number>`select from usage_batch where claimed_until > clock_timestamp() + interval '151 s'`;
    expect((await longer.execute(app.deps.db)).rows).toEqual([]);
    // A lease later, its mover counts as killed.
    await shift('-151 s');
    expect(await flushUsage(app.deps)).toBe(1);
    proceed.resolve();
    await sent;
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 1 });
  });

  it('a payload that was released meanwhile is deleted when its time is up', async () => {
    const metered = await meteredContract(app);
    await sendUsage(app, [usageOf(metered)]);
    await app.ownerScript(`update usage_batch set claimed_until = now() + interval '70 days'
      where contract_id = '${metered.contractId}'`);
    const later = new Date(app.clock.now().getTime() + 73 * 3_600_000);
    expect(await forgetPayloads(app.deps, later)).toBeGreaterThan(0);
    expect(
      await app.deps.db.selectFrom('usage_batch').select('batch_no').where('payload', 'is not', null).execute(),
    ).toEqual([]);
  });
});
