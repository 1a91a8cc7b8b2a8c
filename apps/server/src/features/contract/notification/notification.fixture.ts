import { notifications } from '@usance/api/contract/notification';
import type { Caller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';
import { getContract } from '../contract/contract.queries.ts';
import type { Happening } from './happening.ts';
import { notifyPeople } from './notify-people.ts';

export const low = (day: string): Happening => ({
  kind: 'balance_low',
  dedupeKey: day,
  available: '12.5',
  currency: 'USD',
});
export const upgrade: Happening = { kind: 'billing_upgrade', dedupeKey: 'v2', version: 'v2' };
export const params = (id: string) => ({ params: { id } });
export const inChinese = { headers: { 'accept-language': 'zh-CN' } };

export const listed = async (caller: Caller, id: string, unread?: boolean, asked = {}) => {
  const query = unread === undefined ? {} : { unread };
  return (await caller.call(notifications.list, { ...params(id), query, ...asked })).notifications;
};

/** Helpers to notify and to read mails, on the app that is open at the time of the call. */
export function tellingOn(app: () => TestApp) {
  return {
    told: async (id: string, happening: Happening): Promise<void> => {
      const { deps, clock } = app();
      const row = await getContract(deps.db, id);
      await deps.db.transaction().execute((tx) => notifyPeople({ tx, now: clock.now() }, row, happening));
    },
    mailsTo: (...identifiers: string[]) =>
      app()
        .deps.db.selectFrom('message_outbox')
        .select(['recipient', 'subject', 'body'])
        .where('recipient', 'in', identifiers)
        .orderBy('id')
        .execute(),
  };
}
