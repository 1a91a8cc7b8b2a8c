import type { Deps } from '#platform/context/context.ts';
import { failedRoundsLog } from '#platform/log-failed-rounds.ts';
import type { MovableClock } from './movable-clock.ts';

const lookEveryMs = 1_000;

/** Keeps this server's clock in step with moves by other servers. Returns a function that stops it. */
export function followClock({ db, log }: Pick<Deps, 'db' | 'log'>, clock: MovableClock): () => void {
  // Only a sandbox's clock can be moved, and the mode never changes.
  if (!clock.isSandbox) return () => {};
  const tell = failedRoundsLog(log, 'the sandbox clock could not be read');
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      await clock.read(db);
    } catch (error) {
      tell(error);
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), lookEveryMs).unref();
  return () => clearInterval(timer);
}
