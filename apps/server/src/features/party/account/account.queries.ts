import type { Identity } from '@usance/api/account';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database, DbOrTx } from '../../../platform/postgres/database.ts';

type AccountRow = Pick<Selectable<Database['account']>, 'id' | 'identifier' | 'traits'>;

export function findAccountByIdentifier(db: DbOrTx, identifier: string) {
  return db
    .selectFrom('account')
    .selectAll()
    .where(sql`lower(identifier)`, '=', identifier.toLowerCase())
    .executeTakeFirst();
}

export function getAccount(db: DbOrTx, id: string) {
  return db.selectFrom('account').select(['id', 'identifier', 'traits']).where('id', '=', id).executeTakeFirstOrThrow();
}

export function identityOf(row: AccountRow): Identity {
  return { id: row.id, identifier: row.identifier, traits: row.traits };
}
