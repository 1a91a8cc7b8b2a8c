import type { Tx } from '#platform/postgres/database.ts';

/** More than any person's devices, and few enough to list on one page. */
const mostSessions = 100;

/**
 * Ends the least recently used sessions of an account to make room for one more. Skips locked rows: the transaction
 * that holds one may wait for ours.
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
