import { createHash } from 'node:crypto';
import { operationId } from '@usance/api/call';
import { takesKey } from '@usance/api/refusals';
import { says } from '@usance/api/rule';
import { sql } from 'kysely';
import type { Subject } from '../../../context/subject.ts';
import type { DbOrTx, Tx } from '../../../postgres/database.ts';
import { storableJson } from '../../../postgres/storable-json.ts';
import { conflict, invalidParameter, unavailable } from '../../../refusal.ts';
import { type MadeCall, withoutHidden } from '../audit/audit.ts';

/** A key of one subject for one call, and the hash of its request. */
export interface Claim {
  readonly scope: string;
  readonly key: string;
  readonly requestHash: string;
}

export interface StoredReply {
  readonly body: unknown;
}

declare module '../../../postgres/database.ts' {
  interface Database {
    idempotency_key: {
      scope: string;
      key: string;
      request_hash: string;
      reply: unknown;
      runner: string | null;
      lease_until: Date | null;
      made: string | null;
      created_at: Date;
    };
  }
}

/** The Idempotency-Key of a request, and the way to mark a reply as replayed. */
export interface Exchange {
  readonly key: string | string[] | undefined;
  /** The digest of a body that is not JSON. */
  readonly digest: string | undefined;
  replayed(): void;
}

/**
 * Returns the key of a write (1 to 255 visible ASCII characters) or undefined. Anonymous callers have no keys, so that
 * their passwords leave no hash.
 */
export function idempotencyKeyOf({ call, family }: MadeCall, { key }: Exchange): string | undefined {
  if (key === undefined || !takesKey(call, family)) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalidParameter('Idempotency-Key', says('idempotencyKey'));
  }
  return key;
}

/**
 * Returns the claim of a key; `body` is the parsed body, or the digest of its bytes. Hidden fields such as telephone
 * numbers are left out: there are few enough to guess them from a hash.
 */
export function claimOf({ call, family, ctx, input }: MadeCall, key: string, body: unknown): Claim {
  const requestHash = createHash('sha256')
    .update(JSON.stringify([input.params, input.query, withoutHidden(body, call.hides)]))
    .digest('hex');
  return { scope: `${subjectKey(ctx.subject)} ${operationId(call, family)}`, key, requestHash };
}

function subjectKey(subject: Subject): string {
  switch (subject.kind) {
    case 'anonymous':
      return 'anonymous';
    case 'account':
      return subject.accountId;
    case 'internal':
      return `internal:${subject.tokenId}`;
  }
}

/**
 * Returns the stored reply of the same request, if any. Throws 409 if the key belongs to another request, and 503 while
 * the same request is still running.
 */
export async function findReply(db: DbOrTx, claim: Claim): Promise<StoredReply | undefined> {
  const row = await db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'reply', 'runner'])
    .where('scope', '=', claim.scope)
    .where('key', '=', claim.key)
    .executeTakeFirst();
  if (row && row.request_hash !== claim.requestHash) {
    throw conflict('IDEMPOTENCY_KEY_CONFLICT', 'This Idempotency-Key was used for another request.');
  }
  if (row && row.runner !== null)
    throw unavailable(
      'the same request is still running',
      'This request is still running. Please try again in a few seconds.',
    );
  return row && { body: row.reply };
}

/**
 * Claims a key inside the write's own transaction; returns the stored reply if the key is taken. A second request with
 * the key waits for the first.
 */
export async function claimKey(tx: Tx, claim: Claim): Promise<StoredReply | undefined> {
  const claimed = await sql`
    insert into idempotency_key (scope, key, request_hash) values (${claim.scope}, ${claim.key}, ${claim.requestHash})
    on conflict do nothing`.execute(tx);
  return claimed.numAffectedRows === 1n ? undefined : findReply(tx, claim);
}

/** Stores the reply for ever, in the transaction of its effect. */
export async function storeReply(tx: Tx, { scope, key }: Claim, body: unknown): Promise<void> {
  await sql`update idempotency_key set reply = ${storableJson(body)}::jsonb where scope = ${scope} and key = ${key}`.execute(
    tx,
  );
}
