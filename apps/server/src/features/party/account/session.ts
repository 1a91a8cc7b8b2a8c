import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { newId } from '../../../platform/ids.ts';
import type { DbOrTx, Tx } from '../../../platform/postgres/database.ts';

const cookieName = '__Host-sid';
const lifetimeMs = 7 * 24 * 3_600_000;

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Opens a session and gives the browser its cookie; only the cookie's hash is stored. */
export async function openSession(tx: Tx, accountId: string, now: Date, reply: FastifyReply): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  await tx
    .insertInto('session')
    .values({
      id: newId('tok'),
      account_id: accountId,
      token_hash: hashOf(token),
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeMs),
    })
    .execute();
  reply.setCookie(cookieName, token, {
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'lax',
    maxAge: lifetimeMs / 1_000,
  });
}

export function forgetCookie(reply: FastifyReply): void {
  reply.clearCookie(cookieName, { path: '/', httpOnly: true, secure: true, sameSite: 'lax' });
}

/** The session of a Cookie header. A cookie that is missing, malformed or given twice is no session. */
export async function findSession(db: DbOrTx, cookieHeader: string | undefined, now: Date) {
  const tokens = (cookieHeader ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${cookieName}=`));
  const token = tokens[0]?.slice(cookieName.length + 1);
  if (tokens.length !== 1 || token === undefined || !/^[\w-]{43}$/.test(token)) return undefined;
  return db
    .selectFrom('session')
    .select(['id', 'account_id as accountId'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
}
