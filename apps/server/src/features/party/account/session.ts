import { createHash, randomBytes } from 'node:crypto';
import { sessionId } from '@usance/api/session';
import type { Asked, WriteContext } from '../../../platform/context/context.ts';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { invalidSession } from '../../../platform/refusal.ts';

const cookieName = '__Host-sid';
const lifetimeMs = 7 * 24 * 3_600_000;
const longestDevice = 200;

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Who signs in, from where. */
type SigningIn = Pick<Asked, 'now' | 'cookies' | 'address' | 'userAgent'>;

/** Opens a session, gives the browser its cookie, and answers its id; only the cookie's hash is stored. */
export async function openSession(tx: Tx, accountId: string, by: SigningIn): Promise<string> {
  const { now } = by;
  const id = newId(sessionId);
  const { token, ...kept } = newToken(now);
  await tx
    .insertInto('session')
    .values({
      id,
      account_id: accountId,
      device: by.userAgent.slice(0, longestDevice),
      // An IPv4 address by its own name, where the socket is of both kinds.
      address: by.address.replace(/^::ffff:(?=\d+\.)/i, ''),
      created_at: now,
      last_used_at: now,
      proved_at: now,
      ...kept,
    })
    .execute();
  giveCookie(by, token);
  return id;
}

/**
 * Renews the session in hand, whose account has proved itself again: it has another cookie from then on, and the one before
 * opens nothing any more. Answers whether there is such a session of that account.
 */
export async function renewSession(tx: Tx, id: string, accountId: string, by: SigningIn): Promise<boolean> {
  const { token, ...kept } = newToken(by.now);
  const renewed = await tx
    .updateTable('session')
    .set({ proved_at: by.now, last_used_at: by.now, ...kept })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  if (!renewed) return false;
  giveCookie(by, token);
  return true;
}

function newToken(now: Date) {
  const token = randomBytes(32).toString('base64url');
  return { token, token_hash: hashOf(token), expires_at: new Date(now.getTime() + lifetimeMs) };
}

function giveCookie({ cookies }: SigningIn, token: string): void {
  cookies.set(cookieName, token, lifetimeMs / 1_000);
}

/** Ends the session that asks, and takes its cookie away. */
export async function endSession({ tx, subject, cookies }: WriteContext): Promise<void> {
  if (subject.kind !== 'account') throw invalidSession();
  await tx.deleteFrom('session').where('id', '=', subject.sessionId).execute();
  cookies.clear(cookieName);
}

/** The session's token in a Cookie header, real or made up: none where the cookie is missing, malformed or given twice. */
export const sessionTokenIn = (cookieHeader: string | undefined): string | undefined =>
  tokenIn(cookieName, cookieHeader);

export function tokenIn(name: string, cookieHeader: string | undefined): string | undefined {
  const tokens = (cookieHeader ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  const token = tokens[0]?.slice(name.length + 1);
  return tokens.length === 1 && token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
}
