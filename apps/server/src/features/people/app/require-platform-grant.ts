import type { Tx } from '#platform/postgres/database.ts';
import { Refusal } from '#platform/refusal.ts';

/** Refuses with 403 an account that has not let the platform obtain security tokens for it. */
export async function requirePlatformGrant(tx: Tx, accountId: string): Promise<void> {
  const grant = await tx
    .selectFrom('app_grant')
    .select('app_id')
    .where('account_id', '=', accountId)
    .where('app_id', '=', 'platform')
    .executeTakeFirst();
  if (!grant) throw new Refusal('NOT_GRANT_PLATFORM_ERROR', 'Authorize the platform to obtain a security token first.');
}
