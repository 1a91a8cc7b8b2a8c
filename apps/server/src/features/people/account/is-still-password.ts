import type { Tx } from '#platform/postgres/database.ts';

interface Known {
  readonly id: string;
  readonly password_hash: string;
}

/**
 * True if the verified hash is still the account's. The shared lock holds it until commit: a later password change
 * ends the session that this transaction opens.
 */
export async function isStillPassword(tx: Tx, account: Known | undefined): Promise<boolean> {
  const locked = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', account?.id ?? '')
    .where('password_hash', '=', account?.password_hash ?? '')
    .forShare()
    .executeTakeFirst();
  return locked !== undefined;
}
