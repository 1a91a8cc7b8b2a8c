import { sql } from 'kysely';
import type { Tx } from '#platform/postgres/database.ts';
import { takeTurns } from '#platform/postgres/take-turns.ts';
import { Refusal } from '#platform/refusal.ts';

const hourMs = 3_600_000;
/** The limits per hour of grants to unknown e-mails, and of grants that change something. */
const mostUnknown = 10;
const mostGranted = 100;

/**
 * Refuses an account above its limits, for any person it names: otherwise the refusal would reveal which accounts
 * exist. The lock serialises the account's calls, or concurrent ones would exceed the limit.
 */
export async function refuseTooManyGrants(tx: Tx, accountId: string, now: Date): Promise<void> {
  await takeTurns(tx, `role grants of ${accountId}`);
  const count = await tx
    .selectFrom('role_grant_count')
    .select(['unknown', 'granted', 'counted_to'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!count || (count.unknown < mostUnknown && count.granted < mostGranted)) return;
  const waitMs = count.counted_to.getTime() - now.getTime();
  // A time beyond the window was written by a clock that ran ahead.
  if (waitMs <= 0 || waitMs > hourMs) return;
  throw new Refusal(
    'TOO_MANY_REQUESTS',
    'Roles were granted too often from your account. Please wait, then try again.',
    {
      retryAfterSeconds: String(Math.ceil(waitMs / 1_000)),
    },
  );
}

/** Counts a grant that changed something, or one to an unknown e-mail. */
export async function countGrant(tx: Tx, accountId: string, what: 'unknown' | 'granted', now: Date): Promise<void> {
  const [unknown, granted] = what === 'unknown' ? [1, 0] : [0, 1];
  const counted_to = new Date(now.getTime() + hourMs);
  const isOpen = sql`counted.counted_to > ${now} and counted.counted_to <= excluded.counted_to`;
  await sql`
    insert into role_grant_count as counted (account_id, unknown, granted, counted_to)
    values (${accountId}, ${unknown}, ${granted}, ${counted_to})
    on conflict (account_id) do update set
      unknown = case when ${isOpen} then counted.unknown else 0 end + excluded.unknown,
      granted = case when ${isOpen} then counted.granted else 0 end + excluded.granted,
      counted_to = case when ${isOpen} then counted.counted_to else excluded.counted_to end`.execute(tx);
}
