import { createServer, type IncomingHttpHeaders } from 'node:http';
import { json } from 'node:stream/consumers';
import { type DatacloudReport, dataclouds } from '@usance/api/contract/datacloud';
import { apps } from '@usance/api/people/app';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';
import { lockContract } from '../../contract/contract.queries.ts';
import type { pauseDataclouds } from '../change-state.ts';
import { httpController } from './controller.ts';
import { orderingProvisioner } from './ordering-provisioner.ts';
import { sendOrders } from './send-orders.ts';

export const controllerToken = 'a-token-of-the-controllers-0123456789';
export const regionID = 'aws-us-east-1';

export interface Received {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: { orderId: string; kind: string; datacloud: { id: string }; askedBy?: object; securityToken?: string };
}

/** A region's controller with a configurable answer. */
function newController() {
  const received: Received[] = [];
  const state = { answer: 202, received, url: '' };
  const server = createServer(async (request, reply) => {
    received.push({ url: request.url, headers: request.headers, body: (await json(request)) as Received['body'] });
    // It does not answer before its caller gives up.
    if (state.answer === 0) return;
    reply.writeHead(state.answer).end();
  });
  const listen = async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const address = server.address();
    state.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/{regionID}/orders`;
  };
  return Object.assign(state, { listen, close: () => void server.close() });
}

/** A controller over HTTP, and helpers that order data clouds from it. */
export function orderingOn(appOf: () => TestApp) {
  const controller = newController();
  let count = 0;
  beforeAll(() => controller.listen());
  afterAll(() => controller.close());
  beforeEach(async () => {
    controller.answer = 202;
    // Drops the orders that an earlier test left open.
    await appOf()
      .deps.db.updateTable('datacloud_order')
      .set({ progress: 'withdrawn', next_try_at: null })
      .where('progress', '=', 'open')
      .execute();
    controller.received.length = 0;
  });

  const send = (waitMs?: number) => {
    const { deps, clock } = appOf();
    return sendOrders(deps, httpController({ url: controller.url, token: controllerToken }, waitMs), clock.now());
  };
  /** The requests to the controller, about one data cloud or all. */
  const received = (id?: string) =>
    controller.received.filter(({ body }) => (id ?? body.datacloud.id) === body.datacloud.id);
  const kinds = (id?: string) => received(id).map(({ body }) => body.kind);
  const lastOrder = (id?: string) => received(id).at(-1)?.body.orderId ?? '';

  /** A person who may create, has authorized the platform, and has just ordered a data cloud. */
  async function ordered() {
    const { id: contractId } = await contract(appOf());
    const creator = await member(appOf(), contractId, 'dc_creator');
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
        internalCaller(appOf()).call(dataclouds.reportEvent, told(event, orderId)),
      refusal: (event: DatacloudReport, orderId?: string) =>
        internalCaller(appOf()).refusal(dataclouds.reportEvent, told(event, orderId)),
      remove: () => creator.call(dataclouds.delete, { params: { datacloudID: made.id }, query: { regionID } }),
      state: async () => {
        // A new reader each time: sessions expire within the account periods that tests pass.
        const reader = await member(appOf(), contractId, 'viewer');
        return (await reader.call(dataclouds.list, { query: { contractId, includeDeleted: true } })).items[0]?.state;
      },
    };
  }

  /** An ordered data cloud that was reported running. */
  async function running() {
    const datacloud = await ordered();
    await send();
    await datacloud.tell('provisioned');
    return datacloud;
  }

  const turn = (contractId: string, verb: typeof pauseDataclouds) =>
    appOf()
      .deps.db.transaction()
      .execute(async (tx) =>
        verb({ tx, now: appOf().clock.now() }, await lockContract(tx, contractId), orderingProvisioner),
      );

  return { controller, send, kinds, lastOrder, ordered, running, turn };
}
