import { sql } from 'kysely';
import type { TestApp } from './test-app.ts';

/** Throws when a call that was let in has moved money in its transaction and did not look at the account period in it. */
export async function assertFollowed({ deps: { db } }: Pick<TestApp, 'deps'>): Promise<void> {
  const { rows } = await sql<{ call: string; contract_id: string }>`
    select audit.call, account_period.contract_id from audit join account_period on account_period.xmin = audit.xmin
    where account_period.mark = 'moved'`.execute(db);
  const [unfollowed] = rows;
  if (unfollowed)
    throw new Error(`${unfollowed.call} moves money and its definition does not say so (${unfollowed.contract_id})`);
}
