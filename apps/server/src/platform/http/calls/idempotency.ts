import { createHash } from 'node:crypto';
import { says } from '@usance/api/rule';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../postgres/database.ts';
import { conflict, invalidParameter } from '../../refusal.ts';

/** A key within all that one subject sends to one call. */
export interface Claim {
  readonly scope: string;
  readonly key: string;
}

export interface StoredReply {
  readonly body: unknown;
}

declare module '../../postgres/database.ts' {
  interface Database {
    idempotency_key: { scope: string; key: string; request_hash: string; reply: unknown; created_at: Date };
  }
}

/** The reply of the same request done before, if there is one. Refuses the key for another request. */
export async function findReply(db: DbOrTx, claim: Claim, requestHash: string): Promise<StoredReply | undefined> {
  const row = await db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'reply'])
    .where('scope', '=', claim.scope)
    .where('key', '=', claim.key)
    .executeTakeFirst();
  if (row && row.request_hash !== requestHash) {
    throw conflict('IDEMPOTENCY_KEY_CONFLICT', 'This Idempotency-Key was used for another request.');
  }
  return row && { body: row.reply };
}

/**
 * Claims a key inside the write's own transaction; answers the stored reply when somebody had it first. A second
 * request with the key waits for the first one's end.
 */
export async function claimKey(tx: Tx, { scope, key }: Claim, requestHash: string): Promise<StoredReply | undefined> {
  const claimed = await sql`
    insert into idempotency_key (scope, key, request_hash) values (${scope}, ${key}, ${requestHash})
    on conflict do nothing`.execute(tx);
  return claimed.numAffectedRows === 1n ? undefined : findReply(tx, { scope, key }, requestHash);
}

/** Stores what the write answered, in the same transaction as its effect, for ever. */
export async function storeReply(tx: Tx, { scope, key }: Claim, body: unknown): Promise<void> {
  const reply = JSON.stringify(body ?? null);
  await sql`update idempotency_key set reply = ${reply}::jsonb where scope = ${scope} and key = ${key}`.execute(tx);
}

/** The key of a request, or undefined; 1 to 255 visible ASCII characters. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)) {
    throw invalidParameter('Idempotency-Key', says('idempotencyKey'));
  }
  return header;
}

export function requestHashOf(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
