import type { Tx } from '#platform/postgres/database.ts';
import { endOtherSessions, type Staying } from './end-sessions.ts';
import { forgetAllFailures } from './sign-in-failures.ts';

interface Changed {
  readonly id: string;
  readonly identifier: string;
  readonly passwordHash: string;
}

/** Gives an account a new password: its other sessions end, and whoever was locked out by others' guesses can sign in again. */
export async function changePassword(tx: Tx, { id, identifier, passwordHash }: Changed, by: Staying): Promise<void> {
  // In the order of who signs in, who then has to prove the new one or finds the session ended.
  await forgetAllFailures(tx, identifier.toLowerCase());
  await tx.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  await endOtherSessions(tx, id, by);
}
