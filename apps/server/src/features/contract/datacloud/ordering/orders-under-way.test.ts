import { dataclouds } from '@usance/api/contract/datacloud';
import { apps } from '@usance/api/people/app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { member } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { pauseDataclouds, resumeDataclouds } from '../change-state.ts';
import { orderingOn, regionID } from './ordering.fixture.ts';
import { orderingProvisioner } from './ordering-provisioner.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ provisioner: orderingProvisioner });
});
afterAll(() => app.close());
const { controller, send, kinds, lastOrder, ordered, running, turn } = orderingOn(() => app);

describe('orders while another one is open', () => {
  it('a contract is paused and resumed: the last wish wins, and nothing is ordered twice', async () => {
    const { contractId, tell, state } = await running();
    await turn(contractId, pauseDataclouds);
    await turn(contractId, pauseDataclouds);
    await send();
    expect(kinds()).toEqual(['create', 'pause']);
    expect(controller.received.at(-1)?.body).not.toHaveProperty('securityToken');
    await turn(contractId, pauseDataclouds);
    expect(await tell('paused')).toMatchObject({ state: 'PAUSED' });
    await turn(contractId, pauseDataclouds);
    await turn(contractId, resumeDataclouds);
    await turn(contractId, resumeDataclouds);
    await send();
    expect(kinds()).toEqual(['create', 'pause', 'resume']);
    expect(await tell('resumed')).toMatchObject({ state: 'RUNNING' });
    expect(await state()).toBe('RUNNING');
  });

  it('a data cloud that is being created is paused once it runs', async () => {
    const { contractId, tell } = await ordered();
    await turn(contractId, pauseDataclouds);
    await send();
    expect(kinds()).toEqual(['create']);
    await tell('provisioned');
    await send();
    expect(kinds()).toEqual(['create', 'pause']);
    expect(await tell('paused')).toMatchObject({ state: 'PAUSED' });
  });

  it('a data cloud that could not be created is not paused', async () => {
    const { contractId, tell } = await ordered();
    await turn(contractId, pauseDataclouds);
    await send();
    await tell('failed');
    expect(await send()).toBe(0);
  });

  it('an unsent pause is withdrawn; a sent one is followed by a resume', async () => {
    const { contractId, tell } = await running();
    await turn(contractId, pauseDataclouds);
    await turn(contractId, resumeDataclouds);
    expect(await send()).toBe(0);
    await turn(contractId, pauseDataclouds);
    await send();
    const pause = lastOrder();
    await turn(contractId, resumeDataclouds);
    expect(await send()).toBe(0);
    await tell('paused', pause);
    await send();
    expect(kinds()).toEqual(['create', 'pause', 'resume']);
    expect(await tell('resumed')).toMatchObject({ state: 'RUNNING' });
  });

  it('a refused pause leaves it running, and the resume after it is dropped', async () => {
    const { contractId, state } = await running();
    await turn(contractId, pauseDataclouds);
    controller.answer = 409;
    await send();
    expect(await state()).toBe('RUNNING');
    await turn(contractId, resumeDataclouds);
    expect(await send()).toBe(0);
  });

  it('is deleted at once despite open orders, and a late pause changes nothing', async () => {
    const { contractId, tell, remove, refusal } = await running();
    await turn(contractId, pauseDataclouds);
    await send();
    const pause = lastOrder();
    expect(await remove()).toMatchObject({ state: 'DELETING' });
    await send();
    expect(kinds()).toEqual(['create', 'pause', 'delete']);
    expect(await tell('paused', pause)).toMatchObject({ state: 'DELETING' });
    expect(await tell('deleted')).toMatchObject({ state: 'DELETED' });
    expect(await tell('paused', pause)).toMatchObject({ state: 'DELETED' });
    expect(await refusal('resumed', pause)).toMatchObject({ code: 409 });
  });

  it('cannot be deleted while it is being created, or twice', async () => {
    const { creator, id, tell, remove } = await ordered();
    const given = { params: { datacloudID: id }, query: { regionID } };
    expect(await creator.refusal(dataclouds.delete, given)).toMatchObject({ reason: 'DATACLOUD_STATE_CONFLICT' });
    await send();
    await tell('provisioned');
    await remove();
    expect(await creator.refusal(dataclouds.delete, given)).toMatchObject({
      code: 409,
      metadata: { state: 'DELETING' },
    });
  });

  it('stays DELETING if the deletion is refused, and is DELETED if nothing is left', async () => {
    const { remove, state } = await running();
    await remove();
    controller.answer = 422;
    await send();
    expect(await state()).toBe('DELETING');
    app.clock.pass({ minutes: 15 });
    controller.answer = 410;
    await send();
    expect(await state()).toBe('DELETED');
  });
});

describe('the authorization of the platform', () => {
  it('is needed to create and to delete, which then succeed', async () => {
    const { id, contractId } = await running();
    const other = await member(app, contractId, 'admin');
    const create = { body: { contractId, name: 'in_no_name', regionID, edition: 'ENTERPRISE' } } as const;
    const remove = { params: { datacloudID: id }, query: { regionID } };
    const wanted = { code: 403, reason: 'NOT_GRANT_PLATFORM_ERROR' };
    expect(await other.refusal(dataclouds.create, create)).toMatchObject(wanted);
    expect(await other.refusal(dataclouds.delete, remove)).toMatchObject(wanted);
    await other.call(apps.grant, { params: { id: 'platform' } });
    expect(await other.call(dataclouds.create, create)).toMatchObject({ state: 'CREATING' });
    expect(await other.call(dataclouds.delete, remove)).toMatchObject({ state: 'DELETING' });
    await other.call(apps.revoke, { params: { id: 'platform' } });
    const again = { body: { ...create.body, name: 'in_no_name_2' } };
    expect(await other.refusal(dataclouds.create, again)).toMatchObject(wanted);
  });
});

describe('the database', () => {
  it.each([
    ["update datacloud set state = 'CREATING' where state = 'RUNNING'", 'No data cloud goes'],
    ["update datacloud set name = 'other'", 'nothing but its state'],
    ['delete from datacloud', 'append only'],
    ["update datacloud_order set progress = 'open' where progress = 'done'", 'never changes'],
    ["update datacloud_order set kind = 'delete' where progress = 'open'", 'never changes'],
    ['delete from datacloud_order', 'append only'],
    ["update datacloud_order set next_try_at = now() where progress = 'open'", 'datacloud_order_on_its_way'],
  ])('refuses %s', async (statement, why) => {
    const { contractId } = await running();
    await turn(contractId, pauseDataclouds);
    await send();
    await turn(contractId, resumeDataclouds);
    await expect(app.ownerScript(statement)).rejects.toThrow(why);
  });
});
