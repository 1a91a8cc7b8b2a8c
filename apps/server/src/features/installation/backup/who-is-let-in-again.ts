import type { Deps } from '#platform/context/context.ts';
import { configuredTokenId, scopesOf } from '../../people/token/token.ts';

/**
 * What whoever has restored a backup must know of who comes in: nothing in it says what was taken from somebody since. A
 * line each; the configured token is none of it, since each start puts its own in its place.
 */
export async function whoIsLetInAgain({ db }: Pick<Deps, 'db'>): Promise<string[]> {
  const tokens = await db
    .selectFrom('internal_token')
    .select(['id', 'name', 'scopes'])
    .where('revoked_at', 'is', null)
    .where('id', '<>', configuredTokenId)
    .orderBy('id')
    .execute();
  const people =
    'All sessions have ended, and people sign in again; passwords and roles are those of then, also where they were changed since.';
  if (tokens.length === 0) return [people];
  const told = tokens.map((each) => `${each.id} ${JSON.stringify(each.name)} (${scopesOf(each).join(', ')})`);
  return [
    people,
    `These internal tokens let in as they did then; revoke what was revoked since (npm run token -- revoke ID): ${told.join(', ')}.`,
  ];
}
