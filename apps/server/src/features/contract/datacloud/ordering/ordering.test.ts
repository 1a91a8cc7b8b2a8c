import { createHmac } from 'node:crypto';
import { dataclouds } from '@usance/api/contract/datacloud';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { controllerToken, orderingOn, type Received, regionID } from './ordering.fixture.ts';
import { orderingProvisioner } from './ordering-provisioner.ts';
import { startSending } from './start-sending.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ provisioner: orderingProvisioner });
});
afterAll(() => app.close());
const { controller, send, lastOrder, ordered, running } = orderingOn(() => app);

describe('an order', () => {
  it('tells the region’s controller what to create and for whom', async () => {
    const { id, name, contractId, creator, state } = await ordered();
    expect(await state()).toBe('CREATING');
    await send();
    const [{ url, headers, body }] = controller.received as [Received];
    expect(url).toBe(`/${regionID}/orders`);
    expect(headers).toMatchObject({ authorization: `Bearer ${controllerToken}`, 'idempotency-key': body.orderId });
    expect(body).toMatchObject({
      kind: 'create',
      datacloud: { id, name, contractId, regionID, edition: 'ENTERPRISE' },
      askedBy: { accountId: creator.accountId, identifier: creator.identifier },
    });
    const [head, claims, signature] = String(body.securityToken).split('.');
    expect(signature).toBe(createHmac('sha256', controllerToken).update(`${head}.${claims}`).digest('base64url'));
    const { exp, ...said } = JSON.parse(Buffer.from(String(claims), 'base64url').toString());
    expect(said).toMatchObject({ sub: creator.accountId, jti: body.orderId, aud: id });
    expect(exp - said.iat).toBe(900);
  });

  it('is sent only if the transaction that asked for it commits', async () => {
    const { contractId, creator, name } = await ordered();
    await send();
    const body = { contractId, name, regionID, edition: 'ENTERPRISE' } as const;
    expect(await creator.refusal(dataclouds.create, { body })).toMatchObject({ reason: 'DATACLOUD_EXISTS' });
    app.clock.pass({ minutes: 1 });
    expect(await send()).toBe(1);
    expect(new Set(controller.received.map(({ body: { orderId } }) => orderId)).size).toBe(1);
  });

  it.each([500, 503, 401, 404, 0])('is sent again with growing delays after a reply of %i', async (answer) => {
    const datacloud = await ordered();
    controller.answer = answer;
    const look = () => send(50);
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

  it('is sent again until its outcome is reported, and never after', async () => {
    const datacloud = await ordered();
    await send();
    app.clock.pass({ minutes: 1 });
    expect(await send()).toBe(1);
    await datacloud.tell('provisioned');
    app.clock.pass({ hours: 1 });
    expect(await send()).toBe(0);
  });

  it('is sent by one of two concurrent senders', async () => {
    const all = [await ordered(), await ordered(), await ordered()];
    await Promise.all([send(), send(), send()]);
    const sent = controller.received.map(({ body }) => body.datacloud.id);
    expect(sent.sort()).toEqual(all.map(({ id }) => id).sort());
  });

  it.each([409, 422])('that is refused with %i fails the data cloud and frees its name', async (answer) => {
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
  it('takes one outcome; repeating it changes nothing, and another one is refused', async () => {
    const { tell, refusal } = await running();
    expect(await tell('provisioned')).toMatchObject({ state: 'RUNNING' });
    for (const event of ['failed', 'paused', 'deleted'] as const)
      expect(await refusal(event)).toMatchObject({ code: 409, reason: 'DATACLOUD_STATE_CONFLICT' });
  });

  it('fails a data cloud that could not be created', async () => {
    const { tell, refusal } = await ordered();
    await send();
    expect(await tell('failed')).toMatchObject({ state: 'FAILED' });
    expect(await tell('failed')).toMatchObject({ state: 'FAILED' });
    expect(await refusal('provisioned')).toMatchObject({ code: 409 });
  });

  it('fails one that a budget has stopped before it ran, which the budget then forgets', async () => {
    const { id, tell } = await ordered();
    await app.deps.db.updateTable('datacloud').set({ stopped: true }).where('id', '=', id).execute();
    await send();
    await tell('failed');
    const kept = app.deps.db.selectFrom('datacloud').select(['state', 'stopped']).where('id', '=', id);
    expect(await kept.executeTakeFirst()).toEqual({ state: 'FAILED', stopped: false });
  });

  it('counts once if it is reported twice at once', async () => {
    const { tell } = await ordered();
    await send();
    const told = await Promise.all([tell('provisioned'), tell('provisioned')]);
    expect(told.map(({ state }) => state)).toEqual(['RUNNING', 'RUNNING']);
  });

  it('takes no outcome of an unsent order, or of another data cloud’s', async () => {
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
