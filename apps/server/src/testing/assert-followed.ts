import { sql } from 'kysely';
import type { TestApp } from './test-app.ts';

/** Throws if an internal call moved money in its transaction without updating the account period. */
export async function assertFollowed({ deps: { db } }: Pick<TestApp, 'deps'>): Promise<void> {
  const { rows } = await sql<{ call: string; contract_id: string }>`
    select audit.call, account_period.contract_id from audit join account_period on account_period.xmin = audit.xmin
    where account_period.mark = 'moved'`.execute(db);
  const [unfollowed] = rows;
  if (unfollowed)
    throw new Error(`${unfollowed.call} moves money, but its definition does not say so (${unfollowed.contract_id})`);
}
