import { bank } from '@usance/api/billing/bank';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { orderingOn } from '../../contract/datacloud/ordering/ordering.fixture.ts';
import { orderingProvisioner } from '../../contract/datacloud/ordering/ordering-provisioner.ts';
import { sevenRated } from './account-period.fixture.ts';
import { followDue } from './follow-due.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ provisioner: orderingProvisioner });
});
afterAll(() => app.close());
const { controller, send, kinds, lastOrder, ordered, running } = orderingOn(() => app);

const round = () => followDue(app.deps, app.clock.now());

/** Lets the contract owe 7 from now on, without payment: it is suspended after 16 days and destroyed after 61. */
async function owes(contractId: string): Promise<void> {
  const now = app.clock.now().toISOString();
  await sevenRated(app, contractId, now.slice(0, 10), now);
  await round();
}

async function suspended(datacloud: Awaited<ReturnType<typeof running>>) {
  await owes(datacloud.contractId);
  app.clock.pass({ hours: 16 * 24 });
  await round();
  return datacloud;
}

const paid = async (id: string) => {
  const body = { type: 'deposit', amount: '7', currency: 'USD' } as const;
  await internalCaller(app).call(bank.record, { params: { id }, body });
  await round();
};

describe('a controller', () => {
  it('is asked to pause at suspension, to resume at the cure, and for nothing twice', async () => {
    const { id, contractId, tell } = await suspended(await running());
    await round();
    await send();
    await tell('paused', lastOrder(id));
    await paid(contractId);
    await round();
    await send();
    expect(kinds(id)).toEqual(['create', 'pause', 'resume']);
    expect(await tell('resumed', lastOrder(id))).toMatchObject({ state: 'RUNNING' });
  });

  it('that refuses is asked again within the hour, until it pauses', async () => {
    const { id, tell } = await suspended(await running());
    controller.answer = 409;
    await send();
    controller.answer = 202;
    app.clock.pass({ minutes: 59 });
    await round();
    expect(await send()).toBe(0);
    app.clock.pass({ minutes: 1 });
    await round();
    await send();
    expect(kinds(id)).toEqual(['create', 'pause', 'pause']);
    expect(await tell('paused', lastOrder(id))).toMatchObject({ state: 'PAUSED' });
    app.clock.pass({ hours: 1 });
    await round();
    expect(await round()).toBe(0);
  });

  it('that was down all the time deletes at destruction what it never paused', async () => {
    const { id, tell, state } = await suspended(await running());
    controller.answer = 503;
    await send();
    app.clock.pass({ hours: 46 * 24 });
    await round();
    expect(await state()).toBe('DELETING');
    controller.answer = 202;
    await send();
    expect(kinds(id)).toEqual(['create', 'pause', 'delete']);
    expect(await tell('deleted', lastOrder(id))).toMatchObject({ state: 'DELETED' });
  });

  it('pauses a data cloud that was being created at suspension once it runs', async () => {
    const { id, tell } = await suspended(await ordered());
    await send();
    await tell('provisioned', lastOrder(id));
    await send();
    expect(kinds(id)).toEqual(['create', 'pause']);
    expect(await tell('paused', lastOrder(id))).toMatchObject({ state: 'PAUSED' });
  });

  it('is not asked to pause if the debt is paid before the order is sent', async () => {
    const { id, contractId } = await suspended(await running());
    await paid(contractId);
    await send();
    expect(kinds(id)).toEqual(['create']);
  });

  it('deletes at destruction a data cloud that was still being created, once it is made', async () => {
    const { id, tell, state } = await suspended(await ordered());
    app.clock.pass({ hours: 46 * 24 });
    await round();
    expect(await state()).toBe('CREATING');
    await send();
    await tell('provisioned', lastOrder(id));
    app.clock.pass({ hours: 1 });
    await round();
    await send();
    expect(kinds(id)).toEqual(['create', 'delete']);
    expect(await tell('deleted', lastOrder(id))).toMatchObject({ state: 'DELETED' });
  });
});
