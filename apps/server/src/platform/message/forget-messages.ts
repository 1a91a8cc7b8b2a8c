import { dayMs } from '@usance/period/instant';
import type { Deps } from '../context/context.ts';

const keptMs = 30 * dayMs;

/** Deletes messages that are no longer tried, a month after they were posted. */
export async function forgetMessages({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> {
  await db
    .deleteFrom('message_outbox')
    .where('next_try_at', 'is', null)
    .where('at', '<=', new Date(now.getTime() - keptMs))
    .execute();
}
