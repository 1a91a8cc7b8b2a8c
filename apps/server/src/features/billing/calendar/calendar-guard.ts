import type { Deps } from '#platform/context/context.ts';
import { lastTick } from './calendar-tick.queries.ts';
import { clockDoubt } from './clock-doubt.ts';
import { keepTick } from './keep-tick.ts';
import type { Witness } from './witness.ts';

/** Whether the calendar may do by itself at `now` what cannot be undone; tells the log why not. */
export type CalendarGuard = (now: Date) => Promise<boolean>;

const tellAgainMs = 55_000;

/**
 * Holds the clock against the database's, against the last round that is kept there, and against the time that has passed
 * in this process since its own last one. A clock in doubt is asked again at the next round, until it is right or a person
 * accepts it.
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
      // All that comes round asks, within seconds.
      if (elapsed - toldAt >= tellAgainMs) {
        toldAt = elapsed;
        log.error(
          { doubt },
          'The calendar waits: nothing is signed, confirmed, deducted, followed or forgotten by itself until its clock is right, or a person accepts it: POST /internal/api/v1/calendar/accept-time {"now": …}',
        );
      }
      return false;
    }
    sound = { at: now.getTime(), elapsed };
    await keepTick(db, now);
    return true;
  };
}
