import type { Deps } from '../../../platform/context/context.ts';
import { findWaiting } from './find-waiting.ts';

/** Says in one line of the log what waits, and nothing where all goes its way. */
export async function tellWaiting(deps: Deps, dataDir: string | undefined): Promise<void> {
  const waiting = await findWaiting(deps, dataDir);
  if (waiting.length === 0) return;
  const told = waiting.map(({ what, count, since }) => ({ what, count, since }));
  deps.log.error({ waiting: told }, 'Something waits: GET /internal/api/v1/monitor/waiting says what to do');
}
