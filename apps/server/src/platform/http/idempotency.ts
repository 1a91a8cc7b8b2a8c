import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../postgres/database.ts';
import { conflict, invalidParameter } from '../refusal.ts';

export interface StoredReply {
  readonly body: unknown;
}

declare module '../postgres/database.ts' {
  interface Database {
    idempotency_key: { scope: string; key: string; request_hash: string; reply: unknown; created_at: Date };
  }
}

/**
 * Claims an Idempotency-Key inside the write's own transaction. Answers the stored reply when the same request was
 * done before; refuses the key for another request. A second request with the key waits for the first one's end.
 */
export async function claimKey(
  tx: Tx,
  scope: string,
  key: string,
  requestHash: string,
): Promise<StoredReply | undefined> {
  const claimed = await sql`
    insert into idempotency_key (scope, key, request_hash) values (${scope}, ${key}, ${requestHash})
    on conflict do nothing`.execute(tx);
  if (claimed.numAffectedRows === 1n) return undefined;
  const row = await tx
    .selectFrom('idempotency_key')
    .select(['request_hash', 'reply'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (row.request_hash !== requestHash) {
    throw conflict('IDEMPOTENCY_KEY_CONFLICT', 'This Idempotency-Key was used for another request.');
  }
  return { body: row.reply };
}

/** Stores what the write answered, in the same transaction as its effect, for ever. */
export async function storeReply(tx: Tx, scope: string, key: string, body: unknown): Promise<void> {
  await sql`update idempotency_key set reply = ${JSON.stringify(body ?? null)}::jsonb where scope = ${scope} and key = ${key}`.execute(
    tx,
  );
}

/** The key of a request, or undefined; 1 to 255 visible ASCII characters. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)) {
    throw invalidParameter('Idempotency-Key', 'Must have 1 to 255 visible ASCII characters.');
  }
  return header;
}

export function requestHashOf(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
