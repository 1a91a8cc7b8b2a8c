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

/** What time moves: the clock, and all that comes round by it. */
export interface Calendar {
  readonly clock: MovableClock;
  readonly ticks: readonly Tick[];
}

/** What one round has made due (a rated day, a step of a contract) another one finds. */
const roundsAStep = 2;

/**
 * Moves time to its goal, if it has one: from one instant at which something is due to the next, and at each all that comes
 * round does so while the clock stands there. It may be cut off, and run twice or beside another: each step is made by one of
 * them, and what is due at it is found again by the other. What tidies up comes round at the end.
 */
export async function goOn(
  { db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>,
  { clock, ticks }: Calendar,
): Promise<void> {
  const stepping = ticks.filter(({ dueAfter }) => dueAfter !== undefined);
  for (;;) {
    const kept = await clock.read(db);
    if (!kept?.goal) return;
    // A month that could not be rated would be passed by.
    if (!(await clickhouse.ping())) throw unavailable('the usage database does not answer');
    // Who moves time says what time it is.
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

/** Whoever comes to the next step first makes it. */
async function stepTo(db: Db, from: KeptClock, to: Date): Promise<void> {
  await db
    .updateTable('sandbox_clock')
    .set({ shows: to, stepped_at: sql`clock_timestamp()` })
    .where('shows', '=', from.shows)
    .where('goal', 'is not', null)
    .execute();
}

/** Time goes on from the goal, or from now where it has overtaken that. */
async function arrive(db: Db, { shows, setAt, goal }: KeptClock, outside: Date): Promise<void> {
  const at = outside > setAt ? outside : setAt;
  await db
    .updateTable('sandbox_clock')
    .set({ shows: at > shows ? at : shows, set_at: at, goal: null })
    .where('shows', '=', shows)
    .where('goal', '=', goal ?? null)
    .execute();
}
