import { accountId } from '@usance/api/account';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { conflict } from '../../../platform/refusal.ts';
import { findAccountByIdentifier } from './account.queries.ts';
import type { Traits } from './account.table.ts';

interface NewAccount {
  readonly identifier: string;
  readonly passwordHash: string;
  readonly traits: Traits;
}

/** Makes an account and answers its id; 409 where its e-mail has one, which another may just have made. */
export async function createAccount(tx: Tx, account: NewAccount, now: Date): Promise<string> {
  const id = await insert(tx, account, now);
  if (id === undefined) throw conflict('ACCOUNT_EXISTS', 'This email has an account already. Please sign in.');
  return id;
}

/** The account of an e-mail, which is made where there is none. */
export async function findOrCreateAccount(tx: Tx, account: NewAccount, now: Date): Promise<string | undefined> {
  return (await insert(tx, account, now)) ?? (await findAccountByIdentifier(tx, account.identifier))?.id;
}

async function insert(tx: Tx, { identifier, passwordHash, traits }: NewAccount, now: Date) {
  const made = await tx
    .insertInto('account')
    .values({
      id: newId(accountId),
      identifier,
      password_hash: passwordHash,
      traits: JSON.stringify(traits),
      created_at: now,
    })
    // One that is being made at once is waited for.
    .onConflict((taken) => taken.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}
