import type { Tx } from '#platform/postgres/database.ts';
import { Refusal } from '#platform/refusal.ts';

/** Refuses with 403 who has not authorized the platform to obtain a security token in their name. */
export async function requirePlatformGrant(tx: Tx, accountId: string): Promise<void> {
  const grant = await tx
    .selectFrom('app_grant')
    .select('app_id')
    .where('account_id', '=', accountId)
    .where('app_id', '=', 'platform')
    .executeTakeFirst();
  if (!grant) throw new Refusal('NOT_GRANT_PLATFORM_ERROR', 'Authorize the platform to obtain a security token first.');
}
