import { accountId } from '@usance/api/account';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { Traits } from './account.table.ts';

/** Makes an account and answers its id. The e-mail must be free: the database refuses a second one. */
export async function createAccount(
  tx: Tx,
  account: { identifier: string; passwordHash: string; traits: Traits },
  now: Date,
): Promise<string> {
  const id = newId(accountId);
  await tx
    .insertInto('account')
    .values({
      id,
      identifier: account.identifier,
      password_hash: account.passwordHash,
      traits: JSON.stringify(account.traits),
      created_at: now,
    })
    .execute();
  return id;
}
