import type { Asked, Cookies } from '#platform/context/context.ts';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { hashOf, isSecretShaped, randomSecret } from '#platform/random-secret.ts';
import { tokenIn } from './session.ts';

const cookieName = '__Host-device';
const keptSeconds = 400 * 86_400;

/** Returns the device token of a Cookie header, unverified. */
export const deviceTokenIn = (cookieHeader: string | undefined): string | undefined =>
  tokenIn(cookieName, cookieHeader);

/**
 * Returns the token hash of the calling device if this e-mail signed in on it before. Takes as long for an e-mail
 * without an account.
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

/** An account that has just proved itself, with its session if it has one. */
interface SignedIn {
  readonly accountId: string;
  readonly sessionId?: string | undefined;
}

/**
 * Remembers the device for the account, and links the session to it. A device that another account already uses keeps
 * its cookie.
 */
export async function rememberDevice(
  tx: Tx,
  { accountId, sessionId }: SignedIn,
  { now, cookies }: Pick<Asked, 'now' | 'cookies'>,
): Promise<void> {
  const given = tokenOf(cookies);
  const isOurs = given !== undefined && (await isKnown(tx, hashOf(given)));
  const token = isOurs ? given : randomSecret();
  const token_hash = hashOf(token);
  await tx
    .insertInto('known_device')
    .values({ token_hash, account_id: accountId, signed_in_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'token_hash']).doUpdateSet({ signed_in_at: now }))
    .execute();
  if (sessionId !== undefined)
    await tx.updateTable('session').set({ known_device: token_hash }).where('id', '=', sessionId).execute();
  cookies.set(cookieName, token, keptSeconds);
}

/**
 * Forgets the device of a session that its owner ended from elsewhere, unless the account has another session open on
 * it: the owner may have lost the device.
 */
export async function forgetDevice(tx: Tx, accountId: string, hash: string, now: Date): Promise<void> {
  await tx
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .where('token_hash', '=', hash)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('session')
            .select('id')
            .where('account_id', '=', accountId)
            .where('known_device', '=', hash)
            .where('expires_at', '>', now),
        ),
      ),
    )
    .execute();
}

/** Forgets all devices of the account except that of the session that stays. */
export async function forgetOtherDevices(tx: Tx, accountId: string, keptSession: string): Promise<void> {
  await tx
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom('session')
            .select('session.id')
            .where('session.id', '=', keptSession)
            .where('session.known_device', '=', ref('known_device.token_hash')),
        ),
      ),
    )
    .execute();
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
  return token !== undefined && isSecretShaped(token) ? token : undefined;
}
