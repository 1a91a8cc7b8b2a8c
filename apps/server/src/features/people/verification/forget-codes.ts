import { dayMs } from '@usance/period/instant';
import type { Deps } from '#platform/context/context.ts';

/** Deletes codes that prove nothing any more and count for no limit. */
export async function forgetCodes({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  await db
    .deleteFrom('auth_job')
    .where('sent_at', '<=', new Date(now.getTime() - dayMs))
    .execute();
}
