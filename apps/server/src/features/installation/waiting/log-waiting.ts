import type { WaitingKind } from '@usance/api/installation/waiting';
import type { Deps } from '#platform/context/context.ts';
import { findWaiting } from './find-waiting.ts';

/** Routine decisions of people: the call and the metrics report them, the log does not. */
const routine: readonly WaitingKind[] = ['monthsToSign', 'statementsToConfirm'];

/** Logs one line about work that should not wait; nothing if all is well. */
export async function logWaiting(deps: Deps): Promise<void> {
  const waiting = (await findWaiting(deps)).filter(({ what }) => !routine.includes(what));
  if (waiting.length === 0) return;
  const told = waiting.map(({ what, count, since }) => ({ what, count, since }));
  deps.log.error({ waiting: told }, 'Work is waiting: GET /internal/api/v1/monitor/waiting says what to do');
}
