import type { Tx } from '#platform/postgres/database.ts';

interface Known {
  readonly id: string;
  readonly password_hash: string;
}

/**
 * Whether the password that was looked at is still the account's. It stays so to the end of the transaction: who changes it
 * ends whatever session this one opens.
 */
export async function isStillPassword(tx: Tx, account: Known | undefined): Promise<boolean> {
  const held = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', account?.id ?? '')
    .where('password_hash', '=', account?.password_hash ?? '')
    .forShare()
    .executeTakeFirst();
  return held !== undefined;
}
