import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { followPlans } from '../../../contract/contract-lifecycle/follow-plans.ts';
import { forgetPayloads } from '../forgetting/forget-payloads.ts';
import { type Metered, meteredContract, sellCoreHours, sendUsage, stored, usageOf } from '../metering.fixture.ts';

let app: TestApp;
let metered: Metered;
beforeEach(async () => {
  app = await startTestApp({ now: '2026-10-10T13:58:00Z', clickhouse: true, damaged: 'usage is lost' });
  await sellCoreHours(app, 'compute.r', '0.5');
  metered = await meteredContract(app);
});
afterEach(() => app.close());

const hour = { start: '2026-10-10T14:00:00Z', end: '2026-10-10T14:00:20Z' };

async function lost(): Promise<void> {
  await forgetPayloads(app.deps, new Date('2027-01-01T00:00:00Z'));
  await app.deps.clickhouse.command('TRUNCATE TABLE usage_record');
}

describe('lost usage that would be refused by now is stored again when it is sent again', () => {
  it('if its contract has ended', async () => {
    const record = usageOf(metered, hour);
    const end = { contractId: metered.contractId, state: 'End', reason: 'as agreed' } as const;
    await internalCaller(app).call(contractLifecycles.create, {
      body: { ...end, effectiveAt: '2026-10-10T14:00:00Z' },
    });
    expect(await sendUsage(app, [record])).toMatchObject({ accepted: 1 });
    app.clock.moveTo('2026-10-10T14:01:00Z');
    await followPlans(app.deps, app.clock.now());
    await lost();
    expect(await sendUsage(app, [record, record])).toMatchObject({ accepted: 0, duplicate: 2, refused: 0 });
    expect((await stored(app, metered.contractId)).rows).toBe(1);
  });

  it('if its data cloud was deleted', async () => {
    const record = usageOf(metered, hour);
    expect(await sendUsage(app, [record])).toMatchObject({ accepted: 1 });
    const { datacloudId: id } = metered;
    for (const change of [
      { state: 'DELETING' as const },
      { state: 'DELETED' as const, deleted_at: new Date('2026-10-10T13:59:00Z') },
    ])
      await app.deps.db.updateTable('datacloud').set(change).where('id', '=', id).execute();
    await lost();
    expect(await sendUsage(app, [record, record])).toMatchObject({ accepted: 0, duplicate: 2, refused: 0 });
    expect((await stored(app, metered.contractId)).rows).toBe(1);
  });
});
