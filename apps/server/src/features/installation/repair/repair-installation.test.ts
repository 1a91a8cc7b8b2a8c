import { purchases } from '@usance/api/billing/purchase';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';
import { type Metered, meteredContract, sendUsage, stored, usageOf } from '../../metering/usage/metering.fixture.ts';
import { assertTogether, EnginesApart } from '../epoch/epoch.ts';
import { verifyInstallation } from '../verify/verify-installation.ts';
import { repaired, startLosingApp } from './repair.fixture.ts';

let app: TestApp;
let acme: Metered;
beforeEach(async () => {
  ({ app, acme } = await startLosingApp());
  for (const quantity of ['1', '2', '3']) await sendUsage(app, [usageOf(acme, { quantity })]);
});
afterEach(() => {
  vi.restoreAllMocks();
  return app.close();
});

async function problems(): Promise<string[]> {
  const found: string[] = [];
  for await (const each of verifyInstallation(app.deps)) found.push(...each.problems);
  return found;
}
/** Deletes usage that an older copy of the usage database would lack. */
const loseLatest = () =>
  app.deps.clickhouse.command('ALTER TABLE usage_record DELETE WHERE quantity > 1', {}, { mutations_sync: '2' });
const rated = async () => {
  const body = { contractId: acme.contractId, start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };
  return (await internalCaller(app).call(purchases.calculate, { body })).amount;
};

it('an older usage database gets the kept batches again, and is complete', async () => {
  await loseLatest();
  await expect(assertTogether(app.deps)).rejects.toThrow('npm run repair');
  expect(await repaired(app)).toEqual([2, 3].map((no) => `${acme.contractId}: batch ${no} of 1 records`));
  expect(await stored(app, acme.contractId)).toEqual({ rows: 3, ids: 3, quantity: '6' });
  expect([await problems(), await rated(), await repaired(app)]).toEqual([[], '3.000000000000', []]);
});

describe('usage without a copy', () => {
  const lose = async () => {
    await app.ownerScript('update usage_batch set payload = null where batch_no = 2');
    await loseLatest();
  };
  const sentenceOf = (no: number) => `${acme.contractId}: batch ${no} of 1 records of 2026-10`;

  it('is named, and kept batches are sent again', async () => {
    await lose();
    await expect(assertTogether(app.deps)).rejects.toThrow('npm run repair');
    expect(await repaired(app)).toEqual([
      `${acme.contractId}: batch 3 of 1 records`,
      sentenceOf(2),
      '0 of its 1 records are there, and nothing is kept of them: have their meter send them again, or put back a newer copy of the usage database',
    ]);
    expect(await stored(app, acme.contractId)).toEqual({ rows: 2, ids: 2, quantity: '4' });
  });

  it('raises an alarm and blocks only the billing of its own days', async () => {
    const other = await meteredContract(app);
    await sendUsage(app, [usageOf(other)]);
    await app.ownerScript('update usage_batch set payload = null');
    await loseLatest();
    const alarm = vi.spyOn(app.deps.log, 'error');
    await assertTogether(app.deps);
    expect(alarm).toHaveBeenCalledWith(
      {
        contractId: acme.contractId,
        batches: [3, 2].map((no) => ({ batchNo: String(no), month: '2026-10', rows: 1 })),
      },
      expect.stringContaining('is lost'),
    );
    const month = { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };
    const refused = { body: { contractId: acme.contractId, ...month } };
    expect(await internalCaller(app).refusal(purchases.calculate, refused)).toMatchObject({
      reason: 'USAGE_DISAGREES',
    });
    const calculated = { body: { contractId: other.contractId, ...month } };
    expect(await internalCaller(app).call(purchases.calculate, calculated)).toMatchObject({ rows: 1 });
    expect(await problems()).toContainEqual(
      expect.stringContaining('batch 2 of 2026-10 was acknowledged with 1 rows, and the usage database has 0'),
    );
  });

  it('is not considered lost in an empty usage database before a repair', async () => {
    await app.ownerScript('update usage_batch set payload = null');
    await app.deps.clickhouse.command('TRUNCATE TABLE usage_record');
    await app.deps.clickhouse.command('TRUNCATE TABLE installation');
    await expect(assertTogether(app.deps)).rejects.toThrow(EnginesApart);
    await repaired(app);
    await assertTogether(app.deps);
  });
});
