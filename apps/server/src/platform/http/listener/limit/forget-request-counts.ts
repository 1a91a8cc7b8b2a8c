import { dayMs } from '@usance/period/instant';
import type { Deps } from '../../../context/context.ts';

/** Deletes the counts of servers that no longer run. */
export async function forgetRequestCounts({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  await db
    .deleteFrom('request_count')
    .where('ends_at', '<=', new Date(now.getTime() - dayMs))
    .execute();
}
