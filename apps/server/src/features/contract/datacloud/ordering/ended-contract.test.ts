import { auditRecords } from '@usance/api/contract/audit-record';
import { contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { followPlans } from '../../contract-lifecycle/follow-plans.ts';
import { resumeDataclouds } from '../change-state.ts';
import { pauseEnded } from '../pause-ended.ts';
import { orderingOn } from './ordering.fixture.ts';
import { orderingProvisioner } from './ordering-provisioner.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ provisioner: orderingProvisioner });
});
afterAll(() => app.close());
const { controller, send, kinds, lastOrder, ordered, running, turn } = orderingOn(() => app);

const end = (contractId: string, effectiveAt?: string) => {
  const body = { contractId, state: 'End', reason: 'as agreed', ...(effectiveAt && { effectiveAt }) } as const;
  return internalCaller(app).call(contractLifecycles.create, { body });
};
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();
const look = () => pauseEnded(app.deps, app.clock.now());
const trail = async (contractId: string) => {
  const admin = await member(app, contractId, 'admin');
  return (await admin.call(auditRecords.list, { params: { id: contractId }, query: { call: 'datacloud' } })).items;
};

describe('a data cloud of a contract that has ended', () => {
  it('is paused once by its controller, and never resumed', async () => {
    const { contractId, tell, state } = await running();
    await end(contractId);
    await look();
    await send();
    expect(kinds()).toEqual(['create', 'pause']);
    await tell('paused');
    await turn(contractId, resumeDataclouds);
    await look();
    expect(await send()).toBe(0);
    expect(await state()).toBe('PAUSED');
  });

  it('is paused even if the server is killed between the end and its order', async () => {
    const { contractId, tell } = await running();
    await end(contractId, inDays(1));
    app.clock.pass({ hours: 25 });
    await followPlans(app.deps, app.clock.now());
    // Nothing was sent yet: another process starts from the database.
    expect(kinds()).toEqual(['create']);
    await send();
    expect(kinds()).toEqual(['create', 'pause']);
    expect(await tell('paused')).toMatchObject({ state: 'PAUSED' });
  });

  it('is neither ended nor paused if the server is killed before commit', async () => {
    const { contractId, state } = await running();
    await end(contractId, inDays(1));
    app.clock.pass({ hours: 25 });
    const killed = { ...orderingProvisioner, order: () => Promise.reject(new Error('killed')) };
    await followPlans({ ...app.deps, provisioner: killed }, app.clock.now());
    const { items } = await internalCaller(app).call(contractLifecycles.list, { query: { contractId } });
    expect(items).toMatchObject([{ progress: 'planned' }]);
    await followPlans(app.deps, app.clock.now());
    await send();
    expect(kinds()).toEqual(['create', 'pause']);
    expect(await state()).toBe('RUNNING');
  });

  it('is ordered to pause again if its controller refused or did not answer', async () => {
    const { id, contractId, state, tell } = await running();
    await end(contractId);
    controller.answer = 409;
    await send();
    expect(await state()).toBe('RUNNING');
    controller.answer = 503;
    await look();
    await send();
    await look();
    controller.answer = 202;
    app.clock.pass({ minutes: 1 });
    await send();
    expect(kinds(id)).toEqual(['create', 'pause', 'pause', 'pause']);
    expect(await tell('paused', lastOrder(id))).toMatchObject({ state: 'PAUSED' });
  });

  it('is ordered to pause even behind a full batch of failures', async () => {
    const both = [await running(), await running()];
    for (const { contractId } of both) {
      const ended = { state: 'End', ended_at: app.clock.now() } as const;
      await app.deps.db.updateTable('contract').set(ended).where('id', '=', contractId).execute();
    }
    const asked: string[] = [];
    const order = (_: unknown, { id }: { id: string }) => Promise.reject(new Error(String(asked.push(id))));
    await pauseEnded({ ...app.deps, provisioner: { ...orderingProvisioner, order } }, app.clock.now(), 1);
    expect(asked).toEqual(expect.arrayContaining(both.map(({ id }) => id)));
    await look();
  });

  it('is paused once it runs if it was being created', async () => {
    const { contractId, tell } = await ordered();
    await end(contractId);
    await send();
    await tell('provisioned');
    await send();
    expect(kinds()).toEqual(['create', 'pause']);
  });

  it('can still be deleted by its members, and stays deleted', async () => {
    const { id, contractId, remove, tell } = await running();
    await end(contractId);
    expect(await remove()).toMatchObject({ state: 'DELETING' });
    await look();
    await send();
    expect(kinds(id)).toEqual(['create', 'delete']);
    expect(await tell('deleted', lastOrder(id))).toMatchObject({ state: 'DELETED' });
  });
});

describe('the outcome of an order', () => {
  it('is audited as the platform’s own act, with the change', async () => {
    const refused = await ordered();
    controller.answer = 422;
    await send();
    expect((await trail(refused.contractId))[0]).toMatchObject({
      actor: { kind: 'platform', name: '' },
      call: 'datacloud.end-order',
      address: '',
      changes: [{ of: 'datacloud', before: { state: 'CREATING' }, after: { state: 'FAILED' } }],
    });
    controller.answer = 202;
    const gone = await running();
    await gone.remove();
    controller.answer = 410;
    await send();
    expect((await trail(gone.contractId))[0]).toMatchObject({
      call: 'datacloud.end-order',
      changes: [{ before: { state: 'DELETING' }, after: { state: 'DELETED' } }],
    });
  });

  it('is not audited if nothing changed', async () => {
    const { contractId } = await running();
    await end(contractId);
    controller.answer = 409;
    await send();
    expect((await trail(contractId)).map(({ call }) => call)).not.toContain('datacloud.end-order');
  });
});
