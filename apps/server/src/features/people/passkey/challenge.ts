import type { Deps } from '#platform/context/context.ts';
import type { Cookies } from '#platform/context/cookies.ts';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { hashOf, randomSecret } from '#platform/random-secret.ts';

const cookieName = '__Host-passkey';

/** How long somebody has to find their authenticator. */
export const challengeMs = 5 * 60_000;

/** Something to sign, for this holder alone, in place of what they were given before. */
export async function newChallenge(tx: Tx, holder: string, now: Date): Promise<string> {
  const kept = { challenge: randomSecret(), expires_at: new Date(now.getTime() + challengeMs) };
  await tx
    .insertInto('passkey_challenge')
    .values({ holder, ...kept })
    .onConflict((same) => same.column('holder').doUpdateSet(kept))
    .execute();
  return kept.challenge;
}

/** The challenge of a holder, once: whatever comes of it, it is gone. */
export async function takeChallenge(db: DbOrTx, holder: string, now: Date): Promise<string | undefined> {
  const taken = await db
    .deleteFrom('passkey_challenge')
    .where('holder', '=', holder)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst();
  // One that has longer than any was given by a clock that ran ahead.
  const leftMs = taken ? taken.expires_at.getTime() - now.getTime() : 0;
  return leftMs > 0 && leftMs <= challengeMs ? taken?.challenge : undefined;
}

/** Who adds passkeys in a session. */
export const sessionHolder = (sessionId: string): string => `session ${sessionId}`;

/** Who signs in, in a browser that is given a cookie for it. */
export function newBrowserHolder(cookies: Cookies): string {
  const token = randomSecret();
  cookies.set(cookieName, token, challengeMs / 1_000);
  return `browser ${hashOf(token)}`;
}

/** The same when it comes back; nobody where it has no cookie of ours. */
export function browserHolder(cookies: Cookies): string | undefined {
  const token = cookies.get(cookieName);
  return token === undefined ? undefined : `browser ${hashOf(token)}`;
}

/** Forgets challenges that nobody can answer any more. */
export async function forgetChallenges({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', now).execute();
}
