import { randomUUID } from 'node:crypto';
import type { Call } from '@usance/api/call';
import type { Deps, Work } from '#platform/context/context.ts';
import { auditAccount, auditToken } from '#platform/http/calls/audit/audit.ts';

/** Runs a piece of the story in one transaction, at the story's current time. */
export function atOnce<T>({ db, clock, log }: Deps, piece: (work: Work) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) => piece({ tx, now: clock.now(), log }));
}

/** A reserved address for documentation. */
const address = '192.0.2.7';

interface Done {
  readonly call: Call;
  readonly contractId: string;
  readonly params?: unknown;
  readonly body?: unknown;
}

/** Audits the actor and the objects of a piece of the story, since no call was made. Triggers note its changes. */
export function noteDoneBy(
  { tx, now }: Work,
  accountId: string,
  { call, contractId, params, body }: Done,
): Promise<void> {
  const where = { now, requestId: randomUUID(), address, contract: { id: contractId } };
  return auditAccount(tx, call, where, accountId, { params, query: undefined, body });
}

/** The same for a piece done by the platform's staff with a token. */
export async function noteDoneWith(
  { tx, now }: Work,
  tokenId: string,
  { call, contractId, params, body }: Done,
): Promise<void> {
  const where = { now, requestId: randomUUID(), address, contract: { id: contractId } };
  await auditToken(tx, call, where, tokenId, { params, query: undefined, body });
}
