import { createHash, randomBytes } from 'node:crypto';
import { idOf } from '@usance/api/wire';
import type { WriteContext } from '../../../platform/context/context.ts';
import type { Cookies } from '../../../platform/context/cookies.ts';
import { newId } from '../../../platform/ids.ts';
import type { DbOrTx, Tx } from '../../../platform/postgres/database.ts';
import { invalidSession } from '../../../platform/refusal.ts';

const sessionId = idOf('ses');
const cookieName = '__Host-sid';
const lifetimeMs = 7 * 24 * 3_600_000;

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Opens a session and gives the browser its cookie; only the cookie's hash is stored. */
export async function openSession(tx: Tx, accountId: string, now: Date, cookies: Cookies): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  await tx
    .insertInto('session')
    .values({
      id: newId(sessionId),
      account_id: accountId,
      token_hash: hashOf(token),
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeMs),
    })
    .execute();
  cookies.set(cookieName, token, lifetimeMs / 1_000);
}

/** Ends the session that asks, and takes its cookie away. */
export async function endSession({ tx, subject, cookies }: WriteContext): Promise<void> {
  if (subject.kind !== 'account') throw invalidSession();
  await tx.deleteFrom('session').where('id', '=', subject.sessionId).execute();
  cookies.clear(cookieName);
}

/** The session's token in a Cookie header, real or made up: none where the cookie is missing, malformed or given twice. */
export function sessionTokenIn(cookieHeader: string | undefined): string | undefined {
  const tokens = (cookieHeader ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${cookieName}=`));
  const token = tokens[0]?.slice(cookieName.length + 1);
  return tokens.length === 1 && token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
}

/** The session of a Cookie header. */
export async function findSession(db: DbOrTx, cookieHeader: string | undefined, now: Date) {
  const token = sessionTokenIn(cookieHeader);
  if (token === undefined) return undefined;
  return db
    .selectFrom('session')
    .select(['id', 'account_id as accountId'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
}
