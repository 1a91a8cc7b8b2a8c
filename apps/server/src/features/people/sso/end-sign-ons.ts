import type { Tx } from '#platform/postgres/database.ts';

/** Deletes all pending sign-ons at a provider. Their accounts are not known yet, so all have to begin again. */
export async function endSignOns(tx: Tx, providerId: string): Promise<void> {
  await tx.deleteFrom('sso_request').where('provider_id', '=', providerId).execute();
}
