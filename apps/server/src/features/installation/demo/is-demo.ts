import type { Db } from '#platform/postgres/database.ts';
import { demoAccounts } from './story/demo-accounts.ts';

/** True if the demonstration's accounts exist here. */
export async function isDemo(db: Db): Promise<boolean> {
  const people = demoAccounts.map(({ identifier }) => identifier);
  const found = await db.selectFrom('account').select('id').where('identifier', 'in', people).executeTakeFirst();
  return found !== undefined;
}
