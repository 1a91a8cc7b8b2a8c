import type { Cookies, Deps } from '#platform/context/context.ts';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { hashOf, randomSecret } from '#platform/random-secret.ts';

const cookieName = '__Host-passkey';

/** The time that a person has to find their authenticator. */
export const challengeMs = 5 * 60_000;

/** Creates a challenge for a holder, in place of any earlier one. */
export async function newChallenge(tx: Tx, holder: string, now: Date): Promise<string> {
  const kept = { challenge: randomSecret(), expires_at: new Date(now.getTime() + challengeMs) };
  await tx
    .insertInto('passkey_challenge')
    .values({ holder, ...kept })
    .onConflict((same) => same.column('holder').doUpdateSet(kept))
    .execute();
  return kept.challenge;
}

/** Takes the holder's challenge, which then is used up; undefined if there is none or it has expired. */
export async function takeChallenge(db: DbOrTx, holder: string, now: Date): Promise<string | undefined> {
  const taken = await db
    .deleteFrom('passkey_challenge')
    .where('holder', '=', holder)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst();
  // A longer life than any challenge has was written by a clock that ran ahead.
  const leftMs = taken ? taken.expires_at.getTime() - now.getTime() : 0;
  return leftMs > 0 && leftMs <= challengeMs ? taken?.challenge : undefined;
}

/** The holder of a challenge that adds a passkey in a session. */
export const sessionHolder = (sessionId: string): string => `session ${sessionId}`;

/** The holder of a sign-in challenge: a browser, which gets a cookie for it. */
export function newBrowserHolder(cookies: Cookies): string {
  const token = randomSecret();
  cookies.set(cookieName, token, challengeMs / 1_000);
  return `browser ${hashOf(token)}`;
}

/** Returns the holder of a browser's cookie; undefined without one. */
export function browserHolder(cookies: Cookies): string | undefined {
  const token = cookies.get(cookieName);
  return token === undefined ? undefined : `browser ${hashOf(token)}`;
}

/** Deletes expired challenges. */
export async function forgetChallenges({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', now).execute();
}
