import { randomUUID } from 'node:crypto';
import type { Call } from '@usance/api/call';
import type { Deps, Work } from '../../../platform/context/context.ts';
import { auditAccount } from '../../../platform/http/calls/audit.ts';

/** Does a piece of the story whole or not at all, at the moment that the story has come to. */
export function atOnce<T>({ db, clock, log }: Deps, piece: (work: Work) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) => piece({ tx, now: clock.now(), log }));
}

/** An address that is nobody's: it stands in documents. */
const address = '192.0.2.7';

/**
 * Notes in the audit who did a piece of the story, and of which things: nobody has made its call. What changes with it is
 * noted by itself.
 */
export function noteDoneBy(
  { tx, now }: Work,
  accountId: string,
  { call, contractId, params, body }: { call: Call; contractId: string; params?: unknown; body?: unknown },
): Promise<void> {
  const where = { now, requestId: randomUUID(), address, contract: { id: contractId } };
  return auditAccount(tx, call, where, accountId, { params, query: undefined, body });
}
