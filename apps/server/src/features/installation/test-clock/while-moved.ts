import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { Tick } from '#platform/jobs/open-jobs.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { type Calendar, goOn } from './go-on.ts';

/** Whoever moved time for the last while is gone, or takes so long for one step that another may look. */
const quietSeconds = 30;

/**
 * What comes round by itself where time may be moved: nothing while somebody moves it, who lets all of it come round in order;
 * and whoever has gone away half-way is taken over from.
 */
export function ticksOfMovable(deps: Pick<Deps, 'db' | 'clickhouse'>, calendar: Calendar): readonly Tick[] {
  const { clock, ticks } = calendar;
  const goesOn: Tick = {
    name: 'clock.go-on',
    cron: '* * * * *',
    run: async () => {
      if (await isLeftAlone(deps.db)) await goOn(deps, calendar);
    },
  };
  const stands = (tick: Tick): Tick => ({
    ...tick,
    run: async () => {
      const kept = await clock.read(deps.db);
      if (!kept?.goal) await tick.run(clock.now());
    },
  });
  return [...ticks.map(stands), goesOn];
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
