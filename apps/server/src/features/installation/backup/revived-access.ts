import type { Deps } from '#platform/context/context.ts';
import { configuredTokenId, scopesOf } from '../../people/token/token.ts';

/**
 * Warns the operator of a restore about revived access, since the backup does not know what was revoked later. Returns
 * the lines to print. The configured token is not among them, because each start replaces it.
 */
export async function revivedAccess({ db }: Pick<Deps, 'db'>): Promise<string[]> {
  const tokens = await db
    .selectFrom('internal_token')
    .select(['id', 'name', 'scopes'])
    .where('revoked_at', 'is', null)
    .where('id', '<>', configuredTokenId)
    .orderBy('id')
    .execute();
  const people =
    'All sessions have ended, and users must sign in again; passwords and roles are those of the backup, even if they were changed since.';
  if (tokens.length === 0) return [people];
  const told = tokens.map((each) => `${each.id} ${JSON.stringify(each.name)} (${scopesOf(each).join(', ')})`);
  return [
    people,
    `These internal tokens are valid again, as in the backup; revoke those that were revoked since (npm run token -- revoke ID): ${told.join(', ')}.`,
  ];
}
