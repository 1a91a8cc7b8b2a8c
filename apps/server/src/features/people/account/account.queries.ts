import type { Identity } from '@usance/api/people/account';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database, DbOrTx } from '#platform/postgres/database.ts';

type AccountRow = Pick<Selectable<Database['account']>, 'id' | 'identifier' | 'traits'> & { portrait?: string | null };

export function findAccountByIdentifier(db: DbOrTx, identifier: string) {
  return db
    .selectFrom('account')
    .selectAll()
    .where(sql`lower(identifier)`, '=', identifier.toLowerCase())
    .executeTakeFirst();
}

/** The account with its portrait's version, which is part of the portrait's URL. */
export function getAccount(db: DbOrTx, id: string) {
  return db
    .selectFrom('account')
    .leftJoin('portrait', 'portrait.account_id', 'account.id')
    .select(['account.id', 'account.identifier', 'account.traits', 'portrait.version as portrait'])
    .where('account.id', '=', id)
    .executeTakeFirstOrThrow();
}

export function identityOf({ id, identifier, traits, portrait }: AccountRow): Identity {
  return { id, identifier, traits, ...(portrait && { portrait }) };
}
