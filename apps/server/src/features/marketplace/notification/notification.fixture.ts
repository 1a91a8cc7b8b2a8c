import { marketplaces as calls } from '@usance/api/marketplace/marketplace';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';
import type { StandInBuyer } from '../stand-in/books.ts';
import type { StandIn } from '../stand-in/stand-in.ts';

/** Posts a message to the call for marketplaces; returns the raw reply. */
export const deliverMessage = (app: TestApp, payload: object, headers: Record<string, string> = {}) =>
  app.publicListener.inject({
    method: 'POST',
    url: '/api/v1/marketplace/sns',
    headers: { 'content-type': 'text/plain; charset=UTF-8', ...headers },
    payload: JSON.stringify(payload),
  });

/** A new contract, linked by a registration token to a subscription at the stand-in. */
export async function linkedTo(app: TestApp, standIn: StandIn, buyer: StandInBuyer) {
  standIn.books.subscribe(buyer);
  const { id } = await contract(app);
  const caller = await member(app, id, 'admin');
  const body = { token: buyer.token, cloudProvider: buyer.cloud };
  await caller.call(calls.activate, { params: { id }, body });
  const state = async () => (await caller.call(calls.get, { params: { id } })).state;
  return { id, caller, body, state };
}

/** Returns the stored messages, latest first. */
export const keptMessages = async (app: TestApp) =>
  (await internalCaller(app).call(calls.notifications, { query: { pageSize: 999 } })).items;
