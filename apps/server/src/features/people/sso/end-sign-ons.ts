import type { Tx } from '#platform/postgres/database.ts';

/** Has all sign-ons by a provider that are on their way begun again: whose they are is not known yet. */
export async function endSignOns(tx: Tx, providerId: string): Promise<void> {
  await tx.deleteFrom('sso_request').where('provider_id', '=', providerId).execute();
}
