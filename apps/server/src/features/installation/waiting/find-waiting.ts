import type { Waiting, WaitingKind } from '@usance/api/installation/waiting';
import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { Db } from '#platform/postgres/database.ts';
import { resentRows } from '../../metering/usage/mending/wrong-batches.ts';
import { nearlyFullDisks } from './nearly-full-disks.ts';
import { whatToDo } from './what-to-do.ts';

/** Longer than any normal delay: every kind of work is retried each minute, or every five. */
const patienceMs = 15 * 60_000;

interface Found {
  readonly what: WaitingKind;
  readonly count: string;
  readonly since: Date | null;
}

/** Returns all work that waits for a person or for too long, from the database and from this process. */
export async function findWaiting({ db, clock, process }: Pick<Deps, 'db' | 'clock' | 'process'>): Promise<Waiting[]> {
  const { dataDir, unreadableSecrets = 0 } = process;
  const now = clock.now();
  const found = await inRecords(db, { now, outside: clock.outside() });
  if (unreadableSecrets > 0) found.push({ what: 'secrets', count: String(unreadableSecrets), since: null });
  const disks = dataDir === undefined ? 0 : await nearlyFullDisks(dataDir);
  if (disks > 0) found.push({ what: 'disk', count: String(disks), since: null });
  return found.map(({ what, count, since }) => ({
    what,
    count: Number(count),
    since: since?.toISOString() ?? null,
    toDo: whatToDo[what],
  }));
}

/** Batches are stored and days rated by the real time; the calendar and signatures of people go by the shown time. */
async function inRecords(db: Db, { now, outside }: { now: Date; outside: Date }): Promise<Found[]> {
  const [before, shownBefore] = [outside, now].map((at) => new Date(at.getTime() - patienceMs));
  const { rows } = await sql<Found>`
    select 'clock' as what, count(*) as count, min(last_at) as since from calendar_tick
      where last_at < ${shownBefore} or last_at > ${new Date(now.getTime() + patienceMs)}
    union all select 'usageToStore', count(*), min(accepted_at) from usage_batch
      where moved_at is null and set_aside_at is null and accepted_at < ${shownBefore}
    union all select 'usageSetAside', count(*), min(set_aside_at) from usage_batch where set_aside_at is not null
    union all select 'usageLost', count(*), min(lost_at) from usage_batch
      where lost_at is not null and ${resentRows('usage_batch')} < rows
    union all select 'usageToRate', count(*), min(greatest(marked_at, rated_at)) from usage_dirty_day
      left join rated_day using (contract_id, day) where greatest(marked_at, rated_at) < ${before}
    union all select 'monthsToSign', count(*), min(since) from waiting_month
    union all select 'statementsToConfirm', count(*), min(coalesce(disputed_at, signed_at)) from statement
      where confirm_state = 'manualProcessing'
    union all select 'marketplaceHours', count(*), min(ended_at) from marketplace_hour
      where in_doubt and decision is null
    union all select 'messages', count(*), min(at) from message_outbox where next_try_at is null and failure is not null
    `.execute(db);
  return rows.filter(({ count }) => count !== '0');
}

/** Routine decisions of people: the call and the metrics report them, the log does not. */
const routine: readonly WaitingKind[] = ['monthsToSign', 'statementsToConfirm'];

/** Logs one line about work that should not wait; nothing if all is well. */
export async function logWaiting(deps: Deps): Promise<void> {
  const waiting = (await findWaiting(deps)).filter(({ what }) => !routine.includes(what));
  if (waiting.length === 0) return;
  const told = waiting.map(({ what, count, since }) => ({ what, count, since }));
  deps.log.error({ waiting: told }, 'Work is waiting: GET /internal/api/v1/monitor/waiting says what to do');
}
