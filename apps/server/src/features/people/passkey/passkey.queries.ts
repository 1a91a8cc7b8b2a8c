import type { CallReply } from '@usance/api/call';
import type { Passkey, passkeys } from '@usance/api/people/passkey';
import type { Selectable } from 'kysely';
import type { ReadContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import type { Database, DbOrTx } from '#platform/postgres/database.ts';

type Told = Pick<Selectable<Database['passkey']>, 'id' | 'name' | 'created_at' | 'last_used_at'>;

export function passkeyOf(row: Told): Passkey {
  return {
    id: row.id,
    name: row.name,
    gmtCreated: row.created_at.toISOString(),
    gmtLastUsed: row.last_used_at?.toISOString() ?? null,
  };
}

/** Returns the caller's passkeys, newest first. */
export async function listPasskeys({
  db,
  subject,
}: Pick<ReadContext, 'db' | 'subject'>): Promise<CallReply<typeof passkeys.list>> {
  const rows = await passkeysOf(db, signedInAccount(subject));
  return { items: rows.map(passkeyOf) };
}

export function passkeysOf(db: DbOrTx, accountId: string) {
  return db
    .selectFrom('passkey')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Finds a passkey by its credential id, with its account. */
export function findPasskey(db: DbOrTx, credentialId: string) {
  return db
    .selectFrom('passkey')
    .innerJoin('account', 'account.id', 'passkey.account_id')
    .selectAll('passkey')
    .select('account.identifier')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}
