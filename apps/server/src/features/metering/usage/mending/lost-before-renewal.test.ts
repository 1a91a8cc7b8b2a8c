import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { followPlans } from '../../../contract/contract-lifecycle/follow-plans.ts';
import { forgetPayloads } from '../forgetting/forget-payloads.ts';
import { type Metered, meteredContract, sellCoreHours, sendUsage, stored, usageOf } from '../metering.fixture.ts';

// Each installation is verified at the end: the lost usage is there again, and nothing twice.
let app: TestApp;
let former: Metered;
let successorId: string;
beforeEach(async () => {
  app = await startTestApp({ now: '2026-10-10T13:58:00Z', clickhouse: true });
  await sellCoreHours(app, 'compute.r', '0.5');
  former = await meteredContract(app);
  successorId = (await contract(app, { signDate: '2026-09-01T00:00:00Z' })).id;
});
afterEach(() => app.close());

/** Usage of the successor's time, sent by a meter whose clock is some minutes fast. */
const ahead = { start: '2026-10-10T14:00:00Z', end: '2026-10-10T14:00:20Z' };

/** Sends usage under the former contract, which is then renewed. */
async function renewedAfter(records: readonly unknown[]): Promise<void> {
  const body = { contractId: former.contractId, state: 'Renewed', reason: 'as agreed', successorId } as const;
  const plan = { ...body, effectiveAt: '2026-10-10T14:00:00Z' };
  await internalCaller(app).call(contractLifecycles.create, { body: plan });
  expect(await sendUsage(app, records)).toMatchObject({ accepted: records.length });
  app.clock.moveTo('2026-10-10T14:01:00Z');
  await followPlans(app.deps, app.clock.now());
}

async function lost(): Promise<void> {
  await forgetPayloads(app.deps, new Date('2027-01-01T00:00:00Z'));
  await app.deps.clickhouse.command('TRUNCATE TABLE usage_record');
}

const storedRows = () => Promise.all([former.contractId, successorId].map(async (id) => (await stored(app, id)).rows));
const sign = (contractId: string) =>
  internalCaller(app).call(statements.sign, { body: { contractId, month: '2026-10' } });

describe('lost usage that was accepted before the renewal of its contract', () => {
  it.each(['former', 'successor'])(
    'belongs to the former contract if it is sent again under the %s one',
    async (name) => {
      const record = usageOf(former, ahead);
      await renewedAfter([record]);
      await lost();
      const again = name === 'former' ? record : { ...record, contractId: successorId };
      expect(await sendUsage(app, [again, again])).toMatchObject({ accepted: 0, duplicate: 2, refused: 0 });
      expect(await storedRows()).toEqual([1, 0]);
      app.clock.moveTo('2026-11-02T10:00:00Z');
      expect(await sign(former.contractId)).toMatchObject({ amount: '0.50000000' });
      expect(await sign(successorId)).toMatchObject({ amount: '0.00000000' });
    },
  );

  it('is stored again in its month that was signed since, but not rated', async () => {
    const record = usageOf(former, ahead);
    await renewedAfter([record]);
    app.clock.moveTo('2026-11-02T10:00:00Z');
    await sign(former.contractId);
    await lost();
    expect(await sendUsage(app, [record])).toMatchObject({ accepted: 0, duplicate: 1 });
    expect(await storedRows()).toEqual([1, 0]);
    expect(await app.deps.db.selectFrom('usage_dirty_day').select('day').execute()).toEqual([]);
  });

  it('is stored again together with lost usage of the successor, each under its own contract', async () => {
    const record = usageOf(former, ahead);
    await renewedAfter([record]);
    const next = usageOf(former, { start: '2026-10-10T14:00:30Z', end: '2026-10-10T14:00:40Z', quantity: '2' });
    await sendUsage(app, [next]);
    await lost();
    expect(await sendUsage(app, [record, next])).toMatchObject({ accepted: 0, duplicate: 2 });
    expect(await storedRows()).toEqual([1, 1]);
    const body = { contractId: successorId, start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };
    expect(await internalCaller(app).call(purchases.calculate, { body })).toMatchObject({ amount: '1.000000000000' });
  });
});
