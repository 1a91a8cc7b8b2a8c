import type { Deps } from '#platform/context/context.ts';
import { tellingFailedRounds } from '#platform/tell-failed-rounds.ts';
import type { MovableClock } from './movable-clock.ts';

const lookEveryMs = 1_000;

/** Has this server's clock follow what another one moves. Answers how to end that. */
export function followClock({ db, log }: Pick<Deps, 'db' | 'log'>, clock: MovableClock): () => void {
  // Nobody moves the time of any other, and what it is was said for good.
  if (!clock.isSandbox) return () => {};
  const tell = tellingFailedRounds(log, 'whether time was moved could not be read');
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
