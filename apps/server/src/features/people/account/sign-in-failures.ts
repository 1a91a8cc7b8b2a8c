import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { takeTurns } from '#platform/postgres/take-turns.ts';
import { Refusal } from '#platform/refusal.ts';
import { addressFailures, addressWindowMs, lockMsAfter, longestLockMs, siteFailures, waitLeftMs } from './lockout.ts';
import { siteStartOf } from './network-address.ts';

/** Whose failures are counted together: a device that is known by itself, all others by e-mail, by network and by IPv6 /48. */
export interface Guesser {
  readonly identifier: string;
  readonly device: string | undefined;
  readonly network: string;
}

/** Refuses who has to wait, whether the account exists or not; in a transaction, others who guess wait for its end. */
export async function refuseWaiting(db: DbOrTx, guesser: Guesser, now: Date): Promise<void> {
  const locked = waitLeftMs(await lockedUntil(db, guesser), now, longestLockMs);
  const full = guesser.device === undefined ? await fullUntil(db, guesser) : [];
  const waitMs = Math.max(locked, ...full.map((until) => waitLeftMs(until, now, addressWindowMs)));
  if (waitMs === 0) return;
  throw new Refusal('TOO_MANY_REQUESTS', 'Too many wrong passwords. Please wait, then try again.', {
    retryAfterSeconds: String(Math.ceil(waitMs / 1_000)),
  });
}

/**
 * Waits for all others of the same count, to the end of the transaction: for those who try the e-mail, or the device, and for
 * strangers at the same address as well. Always in this order, or those at once would stop each other. Those of an IPv6 /48 do not
 * wait for each other: a provider's telephones would sign in one by one, and a few guesses more than it may have are no harm.
 */
export async function waitForOthers(tx: Tx, { identifier, device, network }: Guesser): Promise<void> {
  const counts =
    device === undefined ? [`sign-in ${identifier}`, `sign-in from ${network}`] : [`sign-in ${identifier} ${device}`];
  for (const count of counts) await takeTurns(tx, count);
}

/** Counts a wrong password, and locks whoever has had enough. */
export async function countFailure(tx: Tx, guesser: Guesser, now: Date): Promise<void> {
  const { identifier, device = '', network } = guesser;
  const { failures } = await tx
    .insertInto('sign_in_failure')
    .values({ identifier, device, failures: 1, locked_until: null, failed_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['identifier', 'device'])
        .doUpdateSet((eb) => ({ failures: eb('sign_in_failure.failures', '+', 1), failed_at: now })),
    )
    .returning('failures')
    .executeTakeFirstOrThrow();
  const lockMs = lockMsAfter(failures);
  if (lockMs > 0) {
    const locked_until = new Date(now.getTime() + lockMs);
    await tx.updateTable('sign_in_failure').set({ locked_until }).where(sameCount(guesser)).execute();
  }
  if (guesser.device !== undefined) return;
  for (const { address } of countsOf(network)) await countAt(tx, address, now);
}

/** A right password ends the row of failures, of the device or of all others; a network's and a /48's stand. */
export async function forgetFailures(tx: Tx, guesser: Guesser): Promise<void> {
  await tx.deleteFrom('sign_in_failure').where(sameCount(guesser)).execute();
}

/** Who has proved the e-mail itself waits for nobody's guesses any more. */
export async function forgetAllFailures(tx: Tx, identifier: string): Promise<void> {
  await tx.deleteFrom('sign_in_failure').where('identifier', '=', identifier).execute();
}

const sameCount = ({ identifier, device = '' }: Guesser) =>
  sql<boolean>`sign_in_failure.identifier = ${identifier} and sign_in_failure.device = ${device}`;

async function lockedUntil(db: DbOrTx, guesser: Guesser): Promise<Date | null | undefined> {
  const row = await db
    .selectFrom('sign_in_failure')
    .select('locked_until')
    .where(sameCount(guesser))
    .forUpdate()
    .executeTakeFirst();
  return row?.locked_until;
}

/** Until when those counts stand that are full. */
async function fullUntil(db: DbOrTx, { network }: Guesser): Promise<Date[]> {
  const rows = await db
    .selectFrom('sign_in_address')
    .select('counted_to')
    .where((eb) =>
      eb.or(countsOf(network).map(({ address, most }) => eb('address', '=', address).and('failures', '>=', most))),
    )
    .execute();
  return rows.map(({ counted_to }) => counted_to);
}

/** Where a failure from a network counts, always in this order. */
function countsOf(network: string): { address: string; most: number }[] {
  const site = siteStartOf(network);
  return [
    { address: network, most: addressFailures },
    ...(site === undefined ? [] : [{ address: site, most: siteFailures }]),
  ];
}

async function countAt(tx: Tx, address: string, now: Date): Promise<void> {
  const counted_to = new Date(now.getTime() + addressWindowMs);
  // A time later than this one was written by a clock that ran ahead.
  const isOpen = sql`counted.counted_to > ${now} and counted.counted_to <= excluded.counted_to`;
  await sql`
    insert into sign_in_address as counted (address, failures, counted_to) values (${address}, 1, ${counted_to})
    on conflict (address) do update set
      failures = case when ${isOpen} then counted.failures + 1 else 1 end,
      counted_to = case when ${isOpen} then counted.counted_to else excluded.counted_to end`.execute(tx);
}
