import { randomBytes } from 'node:crypto';
import type { Cookies } from '../../../platform/context/cookies.ts';
import type { DbOrTx, Tx } from '../../../platform/postgres/database.ts';
import { hashOf } from './session.ts';

const cookieName = '__Host-device';
const keptSeconds = 400 * 86_400;

/**
 * The device that asks, by the hash of its cookie, if somebody signed in on it with this e-mail before. It takes as long
 * where there is no such account.
 */
export async function findDevice(db: DbOrTx, identifier: string, cookies: Cookies): Promise<string | undefined> {
  const token = tokenOf(cookies);
  if (token === undefined) return undefined;
  const device = await db
    .selectFrom('known_device')
    .innerJoin('account', 'account.id', 'known_device.account_id')
    .select('known_device.token_hash')
    .where('known_device.token_hash', '=', hashOf(token))
    .where((eb) => eb.fn('lower', ['account.identifier']), '=', identifier)
    .executeTakeFirst();
  return device?.token_hash;
}

/** Knows the device from now on; one that was ours already, for another account too, keeps its cookie. */
export async function rememberDevice(tx: Tx, accountId: string, now: Date, cookies: Cookies): Promise<void> {
  const given = tokenOf(cookies);
  const isOurs = given !== undefined && (await isKnown(tx, hashOf(given)));
  const token = isOurs ? given : randomBytes(32).toString('base64url');
  await tx
    .insertInto('known_device')
    .values({ token_hash: hashOf(token), account_id: accountId, signed_in_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'token_hash']).doUpdateSet({ signed_in_at: now }))
    .execute();
  cookies.set(cookieName, token, keptSeconds);
}

async function isKnown(tx: Tx, hash: string): Promise<boolean> {
  const row = await tx
    .selectFrom('known_device')
    .select('token_hash')
    .where('token_hash', '=', hash)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function tokenOf(cookies: Cookies): string | undefined {
  const token = cookies.get(cookieName);
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
}
