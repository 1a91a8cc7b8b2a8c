import type { WaitingKind } from '@usance/api/waiting';
import type { Deps } from '#platform/context/context.ts';
import { findWaiting } from './find-waiting.ts';

/** People decide these as a matter of course: the call and the metrics say them, and the log does not. */
const matterOfCourse: readonly WaitingKind[] = ['monthsToSign', 'statementsToConfirm'];

/** Says in one line of the log what waits that should not, and nothing where all goes its way. */
export async function tellWaiting(deps: Deps): Promise<void> {
  const waiting = (await findWaiting(deps)).filter(({ what }) => !matterOfCourse.includes(what));
  if (waiting.length === 0) return;
  const told = waiting.map(({ what, count, since }) => ({ what, count, since }));
  deps.log.error({ waiting: told }, 'Something waits: GET /internal/api/v1/monitor/waiting says what to do');
}
