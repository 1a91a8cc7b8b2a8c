import type { Deps } from '#platform/context/context.ts';
import { inOrder } from '#platform/in-order.ts';
import type { Tick } from '#platform/jobs/open-jobs.ts';
import type { Round } from '#platform/jobs/round.ts';
import { type CalendarGuard, openCalendarGuard } from './features/billing/calendar/calendar-guard.ts';
import { rooms } from './rooms.ts';

/** All recurring work. Rounds that cannot be undone wait while the clock is in doubt. */
export function ticksOf(deps: Deps): readonly Tick[] {
  const mayRun: CalendarGuard = deps.witness ? openCalendarGuard(deps, deps.witness) : async () => true;
  const outsideAt = (now: Date) =>
    new Date(now.getTime() + deps.clock.outside().getTime() - deps.clock.now().getTime());
  const tickOf = ({ name, cron, run, dueAfter, byAnyClock }: Round): Tick => ({
    name,
    cron,
    run: async (now) => {
      if (byAnyClock || (await mayRun(now))) await run(deps, { now, outside: outsideAt(now), mayRun });
    },
    ...(dueAfter && { dueAfter: (after) => dueAfter(deps.db, after) }),
  });
  return inOrder(rooms.flatMap(({ rounds = [] }) => rounds)).map(tickOf);
}
