import { dataclouds } from '@usance/api/contract/datacloud';
import { apps } from '@usance/api/people/app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { lockContract } from '../../../contract/contract/contract.queries.ts';
import { pauseDataclouds } from '../../../contract/datacloud/change-state.ts';
import { orderingOn } from '../../../contract/datacloud/ordering/ordering.fixture.ts';
import { orderingProvisioner } from '../../../contract/datacloud/ordering/ordering-provisioner.ts';
import { builtInProvisioner } from '../../../contract/datacloud/provisioner.ts';
import { type Metered, meteredContract, sellCoreHours, sendUsage, usageOf } from '../metering.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true, provisioner: orderingProvisioner });
  await sellCoreHours(app, 'compute.r', '1');
});
afterAll(() => app.close());
const { send, lastOrder } = orderingOn(() => app);

const from = (start: string, end: string) => ({ start: `2026-10-15T${start}:00Z`, end: `2026-10-15T${end}:00Z` });
const refusedAsDeleted = (line: number) => ({
  line,
  reason: 'INVALID_PARAMETER',
  message: expect.stringContaining('deletion of the data cloud'),
});

/** A data cloud that its customer deletes at 12:00. `end` lets its controller report the end. */
async function deleting(): Promise<Metered & { end: () => Promise<unknown> }> {
  const metered = await meteredContract(app);
  const creator = await member(app, metered.contractId, 'dc_creator');
  await creator.call(apps.grant, { params: { id: 'platform' } });
  const given = { params: { datacloudID: metered.datacloudId }, query: { regionID: 'aws-us-east-1' } };
  await creator.call(dataclouds.delete, given);
  await send();
  const told = { orderId: lastOrder(metered.datacloudId), event: 'deleted' } as const;
  const params = { datacloudID: metered.datacloudId };
  return { ...metered, end: () => internalCaller(app).call(dataclouds.reportEvent, { params, body: told }) };
}

describe('usage of a data cloud', () => {
  it('is refused if it starts at or after the deletion, and accepted if it starts before, however late it arrives', async () => {
    const { end, ...metered } = await deleting();
    app.clock.moveTo('2026-10-15T12:20:00Z');
    expect(await sendUsage(app, [usageOf(metered, from('12:05', '12:10'))])).toMatchObject({ accepted: 1 });
    await end();
    app.clock.moveTo('2026-10-15T13:00:00Z');
    const lines = [from('12:15', '12:40'), from('12:19', '12:20'), from('12:20', '12:21'), from('12:50', '13:00')];
    expect(
      await sendUsage(
        app,
        lines.map((when) => usageOf(metered, when)),
      ),
    ).toMatchObject({
      accepted: 2,
      refused: 2,
      refusals: [refusedAsDeleted(3), refusedAsDeleted(4)],
    });
  });

  it('is accepted and charged while the data cloud is paused', async () => {
    const metered = await meteredContract(app);
    app.clock.moveTo('2026-10-15T14:00:00Z');
    const now = app.clock.now();
    await app.deps.db
      .transaction()
      .execute(async (tx) =>
        pauseDataclouds({ tx, now }, await lockContract(tx, metered.contractId), builtInProvisioner),
      );
    expect(await sendUsage(app, [usageOf(metered, from('13:00', '13:30'))])).toMatchObject({ accepted: 1, refused: 0 });
  });
});
