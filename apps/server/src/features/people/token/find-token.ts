import type { Db } from '#platform/postgres/database.ts';
import { prepared } from '#platform/postgres/prepared.ts';
import { hashOf } from '#platform/random-secret.ts';
import { scopesOf } from './token.ts';

const usedWithinMs = 60_000;

/** Returns the valid token of an Authorization header with its scopes, and records its use; otherwise undefined. */
export async function findToken(db: Db, authorization: string | undefined, now: Date) {
  const token = /^Bearer ([\x21-\x7e]{16,512})$/.exec(authorization ?? '')?.[1];
  if (token === undefined) return undefined;
  const row = await db
    .selectFrom('internal_token')
    .modifyFront(prepared('internal token'))
    .select(['id', 'scopes', 'last_used_at'])
    .where('token_hash', '=', hashOf(token))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  await noteUse(db, row, now);
  return { tokenId: row.id, scopes: scopesOf(row) };
}

/** Once a minute at most: a meter that sends all day must not write a row each time. */
async function noteUse(db: Db, { id, last_used_at }: { id: string; last_used_at: Date | null }, now: Date) {
  const since = new Date(now.getTime() - usedWithinMs);
  if (last_used_at !== null && last_used_at > since) return;
  await db
    .updateTable('internal_token')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', since)]))
    .execute();
}
