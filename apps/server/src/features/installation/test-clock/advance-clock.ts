import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { Tick } from '#platform/jobs/open-jobs.ts';
import type { Db } from '#platform/postgres/database.ts';
import { unavailable } from '#platform/refusal.ts';
import { keepTick } from '../../billing/calendar/keep-tick.ts';
import type { KeptClock, MovableClock } from './movable-clock.ts';

declare module '#platform/context/context.ts' {
  interface Fittings {
    readonly calendar: Calendar;
  }
}

/** The clock and the ticks that a move of time runs. */
export interface Calendar {
  readonly clock: MovableClock;
  readonly ticks: readonly Tick[];
}

/** Two rounds, because one may make work due (a rated day, a step of a contract) that another finds. */
const roundsAStep = 2;

/**
 * Moves time to its goal, if it has one: from one due instant to the next, and runs the ticks at each while the clock
 * stands there. It can be interrupted, repeated, or run in parallel: one of the runs makes each step, and the others
 * find its due work again. Ticks that tidy up run at the end.
 */
export async function advanceClock(
  { db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>,
  { clock, ticks }: Calendar,
): Promise<void> {
  const stepping = ticks.filter(({ dueAfter }) => dueAfter !== undefined);
  for (;;) {
    const kept = await clock.read(db);
    if (!kept?.goal) return;
    // Without the usage database, months could not be rated and would be skipped.
    if (!(await clickhouse.ping())) throw unavailable('the usage database does not answer');
    // During a clock move, the mover's time is the current time.
    await keepTick(db, kept.shows);
    for (let round = 0; round < roundsAStep; round += 1) for (const tick of stepping) await tick.run(kept.shows);
    if (kept.shows < kept.goal) await stepTo(db, kept, await nextDue(stepping, kept.shows, kept.goal));
    else {
      for (const tick of ticks) await tick.run(kept.shows);
      await arrive(db, kept, clock.outside());
    }
  }
}

async function nextDue(ticks: readonly Tick[], after: Date, goal: Date): Promise<Date> {
  let next = goal;
  for (const tick of ticks) {
    const due = await tick.dueAfter?.(after);
    if (due && due > after && due < next) next = due;
  }
  return next;
}

/** The first run to reach the next step makes it. */
async function stepTo(db: Db, from: KeptClock, to: Date): Promise<void> {
  await db
    .updateTable('sandbox_clock')
    .set({ shows: to, stepped_at: sql`clock_timestamp()` })
    .where('shows', '=', from.shows)
    .where('goal', 'is not', null)
    .execute();
}

/** Time continues from the goal, or from now if now has passed it. */
async function arrive(db: Db, { shows, setAt, goal }: KeptClock, outside: Date): Promise<void> {
  const at = outside > setAt ? outside : setAt;
  await db
    .updateTable('sandbox_clock')
    .set({ shows: at > shows ? at : shows, set_at: at, goal: null })
    .where('shows', '=', shows)
    .where('goal', '=', goal ?? null)
    .execute();
}
