import type { Tx } from '#platform/postgres/database.ts';
import { forgetAllFailures } from './lockout/sign-in-failures.ts';
import { endOtherSessions, type Staying } from './signed-in/end-sessions.ts';

interface Changed {
  readonly id: string;
  readonly identifier: string;
  readonly passwordHash: string;
}

/** Sets an account's password, ends its other sessions, and lifts its lockout. */
export async function changePassword(tx: Tx, { id, identifier, passwordHash }: Changed, by: Staying): Promise<void> {
  // Takes the same locks in the same order as signing in: a concurrent sign-in must then prove the new password, or
  // its session ends.
  await forgetAllFailures(tx, identifier.toLowerCase());
  await tx.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  await endOtherSessions(tx, id, by);
}
