import type { Deps } from '#platform/context/context.ts';
import { lastTick } from './calendar-tick.queries.ts';
import { clockDoubt } from './clock-doubt.ts';
import { keepTick } from './keep-tick.ts';
import type { Witness } from './witness.ts';

/** Returns whether the calendar may make irreversible changes at `now`; logs the reason if not. */
export type CalendarGuard = (now: Date) => Promise<boolean>;

const tellAgainMs = 55_000;

/**
 * Checks the clock against the database's, the stored last round, and the time passed in this process since its own
 * last round. A doubtful clock is checked again at each round, until it is right or an operator accepts it.
 */
export function openCalendarGuard({ db, log }: Pick<Deps, 'db' | 'log'>, witness: Witness): CalendarGuard {
  let sound: { at: number; elapsed: number } | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;
  return async (now) => {
    const elapsed = witness.elapsedMs();
    const doubt = clockDoubt({
      now,
      databaseNow: await witness.databaseNow(),
      lastTick: await lastTick(db),
      expected: sound && new Date(sound.at + elapsed - sound.elapsed),
    });
    if (doubt !== undefined) {
      // All rounds ask within seconds, so the reason is logged once.
      if (elapsed - toldAt >= tellAgainMs) {
        toldAt = elapsed;
        log.error(
          { doubt },
          'the calendar waits: no automatic signing, confirmation, deduction, account period or cleanup until its clock is right, or an operator accepts it: POST /internal/api/v1/calendar/accept-time {"now": …}',
        );
      }
      return false;
    }
    sound = { at: now.getTime(), elapsed };
    await keepTick(db, now);
    return true;
  };
}
