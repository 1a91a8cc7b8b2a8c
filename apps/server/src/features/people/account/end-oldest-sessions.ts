import type { Tx } from '#platform/postgres/database.ts';

/** On more devices nobody is signed in; all of them are listed at once. */
const mostSessions = 100;

/**
 * Makes room for one more session of an account: those that were not used for longest end. One that is at work elsewhere is
 * left to the next time: who ends it may wait for what this transaction holds.
 */
export async function endOldestSessions(tx: Tx, accountId: string): Promise<void> {
  const oldest = tx
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .offset(mostSessions - 1);
  const free = tx.selectFrom('session').select('id').where('id', 'in', oldest).forUpdate().skipLocked();
  await tx.deleteFrom('session').where('id', 'in', free).execute();
}
