import type { CallReply, ParsedBody } from '@usance/api/call';
import type { clocks } from '@usance/api/installation/clock';
import { dayMs } from '@usance/period/instant';
import { sql } from 'kysely';
import type { ReadContext, SpanningContext } from '#platform/context/context.ts';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { takeTurns } from '#platform/postgres/take-turns.ts';
import { conflict, invalidParameter } from '#platform/refusal.ts';
import { advanceClock } from './advance-clock.ts';
import type { MovableClock } from './movable-clock.ts';

/** The longest move: a year and a month. A longer time takes two moves. */
const mostDays = 400;

/** Returns the installation's time and the goal of a running move. */
export async function getClock({
  db,
  calendar: { clock },
}: Pick<ReadContext, 'db' | 'calendar'>): Promise<CallReply<typeof clocks.get>> {
  const kept = await clock.read(db);
  return {
    isSandbox: clock.isSandbox,
    now: clock.now().toISOString(),
    goal: kept?.goal?.toISOString() ?? null,
  };
}

/**
 * Moves time to an instant, after everything due until then has happened, in order. Stores the goal first, so that
 * another server can finish the move. Throws 409 outside of a sandbox, backwards, and during another move.
 */
export async function moveClock(
  ctx: SpanningContext,
  { body }: { body: ParsedBody<typeof clocks.move> },
): Promise<CallReply<typeof clocks.move>> {
  const goal = new Date(body.to);
  await ctx.db.transaction().execute((tx) => keepGoal(tx, ctx.claim, goal, ctx.calendar.clock));
  await advanceClock(ctx, ctx.calendar);
  return getClock(ctx);
}

async function keepGoal(tx: Tx, claim: SpanningContext['claim'], goal: Date, clock: MovableClock): Promise<void> {
  await takeTurns(tx, 'sandbox clock');
  const kept = await clock.read(tx);
  if (!clock.isSandbox)
    throw conflict('CLOCK_CONFLICT', 'Time can only be moved in a sandbox, and this installation is not one.');
  // A repeated request continues its own interrupted move.
  if (claim.made !== undefined) return;
  if (kept?.goal)
    throw conflict('CLOCK_CONFLICT', `Time is already being moved to ${kept.goal.toISOString()}.`, { field: 'to' });
  const { now, outside } = clock.both();
  if (goal <= now)
    throw conflict('CLOCK_CONFLICT', `Time moves only forwards, and it is ${now.toISOString()}.`, { field: 'to' });
  if (goal.getTime() - now.getTime() > mostDays * dayMs)
    throw invalidParameter('to', `At most ${mostDays} days at once: it is ${now.toISOString()}.`);
  // The clock of the machine that set it last may be ahead of ours.
  const setAt = kept && kept.setAt > outside ? kept.setAt : outside;
  await standAt(tx, { shows: now, setAt, goal });
  await claim.keep(tx, goal.toISOString());
}

async function standAt(db: DbOrTx, { shows, setAt, goal }: { shows: Date; setAt: Date; goal: Date }): Promise<void> {
  const row = { shows, set_at: setAt, goal };
  await db
    .insertInto('sandbox_clock')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...row, stepped_at: sql`clock_timestamp()` }))
    .execute();
}
