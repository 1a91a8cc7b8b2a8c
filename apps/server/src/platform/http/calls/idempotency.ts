import { createHash } from 'node:crypto';
import { operationId } from '@usance/api/call';
import { takesKey } from '@usance/api/refusals';
import { says } from '@usance/api/rule';
import { sql } from 'kysely';
import type { Subject } from '../../context/subject.ts';
import type { DbOrTx, Tx } from '../../postgres/database.ts';
import { storableJson } from '../../postgres/storable-json.ts';
import { conflict, invalidParameter, unavailable } from '../../refusal.ts';
import { type MadeCall, withoutHidden } from './audit.ts';

/** A key within all that one subject sends to one call, and the request that it stands for. */
export interface Claim {
  readonly scope: string;
  readonly key: string;
  readonly requestHash: string;
}

export interface StoredReply {
  readonly body: unknown;
}

declare module '../../postgres/database.ts' {
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

/** The Idempotency-Key header of a request and, for a reply that was stored, how its sender is told so. */
export interface Exchange {
  readonly key: string | string[] | undefined;
  /** What a body that is no JSON is known by. */
  readonly digest: string | undefined;
  replayed(): void;
}

/**
 * The key of a write, of 1 to 255 visible ASCII characters, or undefined. Who is nobody has no keys of their own, and
 * what they send (a password) leaves no hash.
 */
export function idempotencyKeyOf({ call, family }: MadeCall, { key }: Exchange): string | undefined {
  if (key === undefined || !takesKey(call, family)) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalidParameter('Idempotency-Key', says('idempotencyKey'));
  }
  return key;
}

/**
 * The claim of a key; `body` is what the request is known by: its value, or the digest of its bytes. Numbers of people are
 * not among it: there are so few that whoever has the hash would find them again.
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
 * The reply of the same request done before, if there is one. Refuses the key for another request with 409, and with 503
 * while the same request is still at work.
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
      'the same request is at work',
      'This request is still at work. Please ask again in a few seconds.',
    );
  return row && { body: row.reply };
}

/**
 * Claims a key inside the write's own transaction; answers the stored reply when somebody had it first. A second
 * request with the key waits for the first one's end.
 */
export async function claimKey(tx: Tx, claim: Claim): Promise<StoredReply | undefined> {
  const claimed = await sql`
    insert into idempotency_key (scope, key, request_hash) values (${claim.scope}, ${claim.key}, ${claim.requestHash})
    on conflict do nothing`.execute(tx);
  return claimed.numAffectedRows === 1n ? undefined : findReply(tx, claim);
}

/** Stores what the write answered, in the same transaction as its effect, for ever. */
export async function storeReply(tx: Tx, { scope, key }: Claim, body: unknown): Promise<void> {
  await sql`update idempotency_key set reply = ${storableJson(body)}::jsonb where scope = ${scope} and key = ${key}`.execute(
    tx,
  );
}
