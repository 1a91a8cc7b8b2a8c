import { accountId } from '@usance/api/people/account';
import { newId } from '#platform/ids.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { conflict } from '#platform/refusal.ts';
import type { Traits } from './account.table.ts';

interface NewAccount {
  readonly identifier: string;
  readonly passwordHash: string;
  readonly traits: Traits;
}

/**
 * Creates an account and returns its id. Refuses with 409 if the e-mail already has one, even one created at the same
 * time.
 */
export async function createAccount(tx: Tx, account: NewAccount, now: Date): Promise<string> {
  const id = await createUnlessThere(tx, account, now);
  if (id === undefined) throw conflict('ACCOUNT_EXISTS', 'This email already has an account. Please sign in.');
  return id;
}

/** Creates an account and returns its id, or undefined if the e-mail already has one. */
export async function createUnlessThere(tx: Tx, account: NewAccount, now: Date): Promise<string | undefined> {
  const made = await tx
    .insertInto('account')
    .values({
      id: newId(accountId),
      identifier: account.identifier,
      password_hash: account.passwordHash,
      traits: JSON.stringify(account.traits),
      created_at: now,
    })
    .onConflict((conflicting) => conflicting.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}
