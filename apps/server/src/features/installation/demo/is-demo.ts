import type { Db } from '#platform/postgres/database.ts';
import { demoAccounts } from './demo-accounts.ts';

/** Whether the demonstration was made here, by who can sign in. */
export async function isDemo(db: Db): Promise<boolean> {
  const people = demoAccounts.map(({ identifier }) => identifier);
  const found = await db.selectFrom('account').select('id').where('identifier', 'in', people).executeTakeFirst();
  return found !== undefined;
}
