import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { Tick } from '#platform/jobs/open-jobs.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { advanceClock, type Calendar } from './advance-clock.ts';

/** After this silence the mover has died, or takes so long for a step that another may check. */
const quietSeconds = 30;

/**
 * The ticks of an installation whose time may be moved. They pause during a move, which runs them itself in order; an
 * abandoned move is taken over.
 */
export function ticksOfMovable(deps: Pick<Deps, 'db' | 'clickhouse'>, calendar: Calendar): readonly Tick[] {
  const { clock, ticks } = calendar;
  const takesOver: Tick = {
    name: 'clock.go-on',
    cron: '* * * * *',
    run: async () => {
      if (await isLeftAlone(deps.db)) await advanceClock(deps, calendar);
    },
  };
  const stands = (tick: Tick): Tick => ({
    ...tick,
    run: async () => {
      const kept = await clock.read(deps.db);
      if (!kept?.goal) await tick.run(clock.now());
    },
  });
  return [...ticks.map(stands), takesOver];
}

async function isLeftAlone(db: DbOrTx): Promise<boolean> {
  const row = await db
    .selectFrom('sandbox_clock')
    .select('goal')
    .where('goal', 'is not', null)
    .where('stepped_at', '<', sql<Date>`clock_timestamp() - make_interval(secs => ${quietSeconds})`)
    .executeTakeFirst();
  return row !== undefined;
}
