import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import { parseDay } from '@usance/period/day';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { getContract } from '../../../contract/contract/contract.queries.ts';
import { verifyInstallation } from '../../../installation/verify/verify-installation.ts';
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
import { rateStretch } from '../rate-stretch.ts';

// One record of a batch is stored twice and another is missing, so the batch has the right number of rows.
let app: TestApp;
let metered: Metered;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true, damaged: 'usage is lost and doubled' });
  await sellCoreHours(app, 'compute.r', '0.5');
});
afterAll(() => app.close());
beforeEach(async () => {
  metered = await meteredContract(app);
});

const calculation = () => ({
  body: { contractId: metered.contractId, start: '2026-09-01T00:00:00Z', end: '2026-10-01T00:00:00Z' },
});
const signing = () => ({ body: { contractId: metered.contractId, month: '2026-09' } });
const forgotten = () => forgetPayloads(app.deps, new Date('2027-01-01T00:00:00Z'));
const whole = { rows: 2, ids: 2, quantity: '2' };

/** Stores a record a second time and deletes others. */
async function cancel(doubled: string, ...missing: readonly string[]): Promise<void> {
  const params = { contractId: metered.contractId, doubled, missing };
  const ofContract = 'contract_id = {contractId:String} AND usage_id';
  for (const statement of [
    `INSERT INTO usage_record SELECT * FROM usage_record WHERE ${ofContract} = {doubled:String}`,
    `ALTER TABLE usage_record DELETE WHERE ${ofContract} IN {missing:Array(String)}`,
  ])
    await app.deps.clickhouse.command(statement, params, { mutations_sync: '2', insert_deduplicate: 0 });
  expect(await stored(app, metered.contractId)).toEqual({ ...whole, ids: 1 });
}

describe.each([
  ['one day', '2026-09-10', '2026-09-10'],
  ['two days', '2026-09-10', '2026-09-11'],
] as const)('on %s', (_, first, second) => {
  /** A batch of two records: the first is stored twice, the second is missing. */
  async function cancelled(isKept: boolean): Promise<void> {
    const records = [usageOf(metered, hourOn(first)), usageOf(metered, hourOn(second))] as const;
    await sendUsage(app, records);
    if (!isKept) await forgotten();
    await cancel(records[0].id, records[1].id);
  }

  it('is stored again from what is kept, and signed as it was acknowledged', async () => {
    await cancelled(true);
    expect(await internalCaller(app).call(purchases.calculate, calculation())).toMatchObject({ rows: 2 });
    expect(await stored(app, metered.contractId)).toEqual(whole);
    expect(await internalCaller(app).call(statements.sign, signing())).toMatchObject({ amount: '1.00000000' });
  });

  it('is neither rated nor signed without kept payloads', async () => {
    await cancelled(false);
    const refused = { reason: 'USAGE_DISAGREES' };
    expect(await internalCaller(app).refusal(purchases.calculate, calculation())).toMatchObject(refused);
    expect(await internalCaller(app).refusal(statements.sign, signing())).toMatchObject(refused);
    const contract = await getContract(app.deps.db, metered.contractId);
    await expect(rateStretch(app.deps, contract, [parseDay('2026-09-10')])).rejects.toMatchObject(refused);
  });

  it('is not forgotten, but stored again when its time is up', async () => {
    await cancelled(true);
    await forgotten();
    expect(await stored(app, metered.contractId)).toEqual(whole);
  });

  it('is reported, and repaired from the kept payloads', async () => {
    await cancelled(true);
    const problems: string[] = [];
    for await (const each of verifyInstallation(app.deps)) problems.push(...each.problems);
    expect(problems).toContainEqual(
      expect.stringMatching(`${metered.contractId}: batch .* as many rows, of other records`),
    );
    expect((await resendBatches(app.deps)).healed).toMatchObject([{ contractId: metered.contractId }]);
    expect(await stored(app, metered.contractId)).toEqual(whole);
  });
});

describe('in a batch with more missing than doubled records, which hides a record missing in another batch,', () => {
  const [day, next] = ['2026-09-10', '2026-09-11'] as const;
  const rated = async () => rateStretch(app.deps, await getContract(app.deps.db, metered.contractId), [parseDay(day)]);
  async function sendAndCancel(isKept: boolean): Promise<void> {
    const [first, second, third] = [day, next, next].map((each) => usageOf(metered, hourOn(each)));
    const other = usageOf(metered, hourOn(day));
    await sendUsage(app, [first, second, third]);
    await sendUsage(app, [other]);
    if (!isKept) await forgotten();
    await cancel(first?.id ?? '', second?.id ?? '', third?.id ?? '', other.id);
  }

  it('is stored again from the kept payloads before its day is rated', async () => {
    await sendAndCancel(true);
    await rated();
    expect(await stored(app, metered.contractId)).toEqual({ rows: 4, ids: 4, quantity: '4' });
  });

  it('is not rated without kept payloads', async () => {
    await sendAndCancel(false);
    await expect(rated()).rejects.toMatchObject({ reason: 'USAGE_DISAGREES' });
  });
});
