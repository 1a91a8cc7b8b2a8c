import type { Settings } from '@usance/api/people/settings';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { getAccount, identityOf } from '../account/account.queries.ts';

export async function profileOf(db: DbOrTx, accountId: string): Promise<Settings> {
  return identityOf(await getAccount(db, accountId));
}
