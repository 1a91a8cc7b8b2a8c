import { randomUUID } from 'node:crypto';
import type { Call } from '@usance/api/call';
import type { Deps, Work } from '#platform/context/context.ts';
import { auditAccount, auditToken } from '#platform/http/calls/audit.ts';

/** Does a piece of the story whole or not at all, at the moment that the story has come to. */
export function atOnce<T>({ db, clock, log }: Deps, piece: (work: Work) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) => piece({ tx, now: clock.now(), log }));
}

/** An address that is nobody's: it stands in documents. */
const address = '192.0.2.7';

interface Done {
  readonly call: Call;
  readonly contractId: string;
  readonly params?: unknown;
  readonly body?: unknown;
}

/**
 * Notes in the audit who did a piece of the story, and of which things: nobody has made its call. What changes with it is
 * noted by itself.
 */
export function noteDoneBy(
  { tx, now }: Work,
  accountId: string,
  { call, contractId, params, body }: Done,
): Promise<void> {
  const where = { now, requestId: randomUUID(), address, contract: { id: contractId } };
  return auditAccount(tx, call, where, accountId, { params, query: undefined, body });
}

/** The same for a piece that the platform's own people did, with a token of theirs. */
export async function noteDoneWith(
  { tx, now }: Work,
  tokenId: string,
  { call, contractId, params, body }: Done,
): Promise<void> {
  const where = { now, requestId: randomUUID(), address, contract: { id: contractId } };
  await auditToken(tx, call, where, tokenId, { params, query: undefined, body });
}
