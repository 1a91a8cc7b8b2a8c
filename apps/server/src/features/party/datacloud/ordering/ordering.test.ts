import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { apps } from '@usance/api/app';
import { type DatacloudReport, dataclouds } from '@usance/api/datacloud';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract, member } from '../../../../testing/builders.ts';
import { internalCaller } from '../../../../testing/callers.ts';
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { lockContract } from '../../contract/contract.queries.ts';
import { pauseDataclouds, resumeDataclouds } from '../change-state.ts';
import { httpController } from './controller.ts';
import { orderingProvisioner } from './ordering-provisioner.ts';
import { sendOrders } from './send-orders.ts';
import { startSending } from './start-sending.ts';

const token = 'a-token-of-the-controllers-0123456789';
const regionID = 'aws-us-east-1';
let app: TestApp;
let controller: Awaited<ReturnType<typeof controllerAt>>;
beforeAll(async () => {
  app = await startTestApp({ provisioner: orderingProvisioner });
  controller = await controllerAt();
});
afterAll(async () => {
  controller.server.close();
  await app.close();
});
beforeEach(async () => {
  controller.answer = 202;
  // What the test before has left is nothing to this one.
  await app.deps.db
    .updateTable('datacloud_order')
    .set({ progress: 'withdrawn', next_try_at: null })
    .where('progress', '=', 'open')
    .execute();
  controller.received.length = 0;
});

interface Received {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: { orderId: string; kind: string; datacloud: { id: string }; askedBy?: object; securityToken?: string };
}

/** A region's controller that answers as it is told. */
async function controllerAt() {
  const received: Received[] = [];
  const state = { answer: 202, received, server: undefined as unknown as Server, url: '' };
  state.server = createServer(async (request, reply) => {
    received.push({ url: request.url, headers: request.headers, body: (await json(request)) as Received['body'] });
    // It says nothing before its caller has gone.
    if (state.answer === 0) return;
    reply.writeHead(state.answer).end();
  });
  await new Promise<void>((resolve) => state.server.listen(0, '127.0.0.1', () => resolve()));
  const address = state.server.address();
  state.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/{regionID}/orders`;
  return state;
}

const send = () => sendOrders(app.deps, httpController({ url: controller.url, token }), app.clock.now());
const kinds = () => controller.received.map(({ body }) => body.kind);
const lastOrder = () => controller.received.at(-1)?.body.orderId ?? '';
let count = 0;

/** A person who may create, has authorized the platform, and has just ordered a data cloud. */
async function ordered() {
  const { id: contractId } = await contract(app);
  const creator = await member(app, contractId, 'dc_creator');
  await creator.call(apps.grant, { params: { id: 'platform' } });
  count += 1;
  const body = { contractId, name: `ordered_${count}`, regionID, edition: 'ENTERPRISE' } as const;
  const made = await creator.call(dataclouds.create, { body });
  const told = (event: DatacloudReport, orderId = lastOrder()) => ({
    params: { datacloudID: made.id },
    body: { orderId, event },
  });
  return {
    ...made,
    creator,
    tell: (event: DatacloudReport, orderId?: string) =>
      internalCaller(app).call(dataclouds.reportEvent, told(event, orderId)),
    refusal: (event: DatacloudReport, orderId?: string) =>
      internalCaller(app).refusal(dataclouds.reportEvent, told(event, orderId)),
    remove: () => creator.call(dataclouds.delete, { params: { datacloudID: made.id }, query: { regionID } }),
    state: async () =>
      (await creator.call(dataclouds.list, { query: { contractId, includeDeleted: true } })).items[0]?.state,
  };
}

/** As the above, and told to run. */
async function running() {
  const datacloud = await ordered();
  await send();
  await datacloud.tell('provisioned');
  return datacloud;
}

const turn = (contractId: string, verb: typeof pauseDataclouds) =>
  app.deps.db
    .transaction()
    .execute(async (tx) => verb({ tx, now: app.clock.now() }, await lockContract(tx, contractId), orderingProvisioner));

describe('an order', () => {
  it('says what is to be made and in whose name, to the controller of its region', async () => {
    const { id, name, contractId, creator, state } = await ordered();
    expect(await state()).toBe('CREATING');
    await send();
    const [{ url, headers, body }] = controller.received as [Received];
    expect(url).toBe(`/${regionID}/orders`);
    expect(headers).toMatchObject({ authorization: `Bearer ${token}`, 'idempotency-key': body.orderId });
    expect(body).toMatchObject({
      kind: 'create',
      datacloud: { id, name, contractId, regionID, edition: 'ENTERPRISE' },
      askedBy: { accountId: creator.accountId, identifier: creator.identifier },
    });
    const [head, claims, signature] = String(body.securityToken).split('.');
    expect(signature).toBe(createHmac('sha256', token).update(`${head}.${claims}`).digest('base64url'));
    const { exp, ...said } = JSON.parse(Buffer.from(String(claims), 'base64url').toString());
    expect(said).toMatchObject({ sub: creator.accountId, jti: body.orderId, aud: id });
    expect(exp - said.iat).toBe(900);
  });

  it('leaves only with the transaction that asked for it', async () => {
    const { contractId, creator } = await ordered();
    await send();
    const body = { contractId, name: `ordered_${count}`, regionID, edition: 'ENTERPRISE' } as const;
    expect(await creator.refusal(dataclouds.create, { body })).toMatchObject({ reason: 'DATACLOUD_EXISTS' });
    app.clock.pass({ minutes: 1 });
    expect(await send()).toBe(1);
    expect(new Set(controller.received.map(({ body: { orderId } }) => orderId)).size).toBe(1);
  });

  it.each([500, 503, 401, 404, 0])('is sent again, later each time, after an answer of %i', async (answer) => {
    const datacloud = await ordered();
    controller.answer = answer;
    const patience = httpController({ url: controller.url, token }, 50);
    const look = () => sendOrders(app.deps, patience, app.clock.now());
    expect(await look()).toBe(1);
    app.clock.pass({ seconds: 4 });
    expect(await look()).toBe(0);
    app.clock.pass({ seconds: 1 });
    expect(await look()).toBe(1);
    app.clock.pass({ seconds: 9 });
    expect(await look()).toBe(0);
    controller.answer = 200;
    app.clock.pass({ seconds: 1 });
    expect(await look()).toBe(1);
    expect(new Set(controller.received.map(({ body }) => body.orderId)).size).toBe(1);
    expect(await datacloud.tell('provisioned')).toMatchObject({ state: 'RUNNING' });
  });

  it('is sent again until its end is told, since that may be lost, and never after', async () => {
    const datacloud = await ordered();
    await send();
    app.clock.pass({ minutes: 1 });
    expect(await send()).toBe(1);
    await datacloud.tell('provisioned');
    app.clock.pass({ hours: 1 });
    expect(await send()).toBe(0);
  });

  it('is sent by one of two who look at once', async () => {
    const all = [await ordered(), await ordered(), await ordered()];
    await Promise.all([send(), send(), send()]);
    const sent = controller.received.map(({ body }) => body.datacloud.id);
    expect(sent.sort()).toEqual(all.map(({ id }) => id).sort());
  });

  it.each([409, 422])('that is refused with %i fails the data cloud, whose name is free again', async (answer) => {
    const { creator, contractId, state, name } = await ordered();
    controller.answer = answer;
    await send();
    expect(await state()).toBe('FAILED');
    app.clock.pass({ hours: 1 });
    expect(await send()).toBe(0);
    await creator.call(dataclouds.create, { body: { contractId, name, regionID, edition: 'ENTERPRISE' } });
  });

  it('goes out by itself while the server runs', async () => {
    const { id } = await ordered();
    const sent = Promise.withResolvers<string>();
    const sending = startSending(app.deps, {
      send: async ({ datacloud }) => {
        sent.resolve(datacloud.id);
        return 'taken';
      },
    });
    expect(await sent.promise).toBe(id);
    await sending.stop();
  });
});

describe(dataclouds.reportEvent.id, () => {
  it('takes each end once; told again it changes nothing, and another end cannot be', async () => {
    const { tell, refusal } = await running();
    expect(await tell('provisioned')).toMatchObject({ state: 'RUNNING' });
    for (const event of ['failed', 'paused', 'deleted'] as const)
      expect(await refusal(event)).toMatchObject({ code: 409, reason: 'DATACLOUD_STATE_CONFLICT' });
  });

  it('fails a data cloud that could not be made', async () => {
    const { tell, refusal } = await ordered();
    await send();
    expect(await tell('failed')).toMatchObject({ state: 'FAILED' });
    expect(await tell('failed')).toMatchObject({ state: 'FAILED' });
    expect(await refusal('provisioned')).toMatchObject({ code: 409 });
  });

  it('counts once when it is told twice at once', async () => {
    const { tell } = await ordered();
    await send();
    const told = await Promise.all([tell('provisioned'), tell('provisioned')]);
    expect(told.map(({ state }) => state)).toEqual(['RUNNING', 'RUNNING']);
  });

  it('knows no end of an order that was never sent, nor of another data cloud’s', async () => {
    const { id } = await running();
    const foreign = lastOrder();
    const other = await ordered();
    const { id: orderId } = await app.deps.db
      .selectFrom('datacloud_order')
      .select('id')
      .where('datacloud_id', '=', other.id)
      .executeTakeFirstOrThrow();
    expect(await other.refusal('provisioned', orderId)).toMatchObject({ code: 409 });
    expect(await other.refusal('provisioned', foreign)).toMatchObject({ reason: 'DATACLOUD_ORDER_NOT_FOUND' });
    const nothing = { params: { datacloudID: 'dc-aaaaaaaa' }, body: { orderId: foreign, event: 'paused' as const } };
    expect(await internalCaller(app).refusal(dataclouds.reportEvent, nothing)).toMatchObject({
      reason: 'DATACLOUD_NOT_FOUND',
    });
    expect(id).not.toBe(other.id);
  });
});

describe('what is wanted while something is under way', () => {
  it('a contract is paused and resumed, in the end as it was wanted last, and nothing is ordered twice', async () => {
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

  it('one that is being made is paused once it runs', async () => {
    const { contractId, tell } = await ordered();
    await turn(contractId, pauseDataclouds);
    await send();
    expect(kinds()).toEqual(['create']);
    await tell('provisioned');
    await send();
    expect(kinds()).toEqual(['create', 'pause']);
    expect(await tell('paused')).toMatchObject({ state: 'PAUSED' });
  });

  it('one that could not be made is not paused', async () => {
    const { contractId, tell } = await ordered();
    await turn(contractId, pauseDataclouds);
    await send();
    await tell('failed');
    expect(await send()).toBe(0);
  });

  it('a pause that nobody has heard of is taken back; one that is on its way is followed by a resume', async () => {
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

  it('a pause that is refused leaves it running, and a resume behind it has nothing to do', async () => {
    const { contractId, state } = await running();
    await turn(contractId, pauseDataclouds);
    controller.answer = 409;
    await send();
    expect(await state()).toBe('RUNNING');
    await turn(contractId, resumeDataclouds);
    expect(await send()).toBe(0);
  });

  it('is deleted at once, whatever it was to do before, and a late pause changes nothing', async () => {
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

  it('cannot be deleted while it is made, nor twice', async () => {
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

  it('stays to be deleted where that is refused, and is gone where nothing is left', async () => {
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
  it('is asked for who creates and who deletes, and what was refused can be done once it is given', async () => {
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
