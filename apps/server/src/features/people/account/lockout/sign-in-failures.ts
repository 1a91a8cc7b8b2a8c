import { sql } from 'kysely';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { takeTurns } from '#platform/postgres/take-turns.ts';
import { Refusal } from '#platform/refusal.ts';
import { addressFailures, addressWindowMs, lockMsAfter, longestLockMs, siteFailures, waitLeftMs } from './lockout.ts';
import { siteStartOf } from './network-address.ts';

/**
 * The keys by which failures are counted: a known device counts by itself, all others by e-mail, network and IPv6
 * /48.
 */
export interface Guesser {
  readonly identifier: string;
  readonly device: string | undefined;
  readonly network: string;
}

/**
 * Refuses a sign-in during a lockout, whether or not the account exists. In a transaction, call `serializeGuesses`
 * first.
 */
export async function refuseLocked(db: DbOrTx, guesser: Guesser, now: Date): Promise<void> {
  const locked = waitLeftMs(await lockedUntil(db, guesser), now, longestLockMs);
  const full = guesser.device === undefined ? await fullUntil(db, guesser) : [];
  const waitMs = Math.max(locked, ...full.map((until) => waitLeftMs(until, now, addressWindowMs)));
  if (waitMs === 0) return;
  throw new Refusal('TOO_MANY_REQUESTS', 'Too many wrong passwords. Please wait, then try again.', {
    retryAfterSeconds: String(Math.ceil(waitMs / 1_000)),
  });
}

/**
 * Serialises sign-ins that share a count until commit: those for the e-mail or the device, and those of strangers at
 * the same address. The order of the locks is fixed, so that none deadlocks. Sign-ins of one IPv6 /48 run side by
 * side: a mobile provider's phones must not queue, and a few guesses too many do no harm.
 */
export async function serializeGuesses(tx: Tx, { identifier, device, network }: Guesser): Promise<void> {
  const counts =
    device === undefined ? [`sign-in ${identifier}`, `sign-in from ${network}`] : [`sign-in ${identifier} ${device}`];
  for (const count of counts) await takeTurns(tx, count);
}

/** Counts a failure, and locks the e-mail or device once it has too many. */
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

/**
 * Deletes the failures of the device, or of the e-mail, after a right password. The counts of the network and the /48
 * stay.
 */
export async function forgetFailures(tx: Tx, guesser: Guesser): Promise<void> {
  await tx.deleteFrom('sign_in_failure').where(sameCount(guesser)).execute();
}

/** Deletes all failures of an e-mail once its owner has proved it. */
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

/** Returns the ends of the counts that are full. */
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

/** The counts that a failure from this network adds to, always in this order. */
function countsOf(network: string): { address: string; most: number }[] {
  const site = siteStartOf(network);
  return [
    { address: network, most: addressFailures },
    ...(site === undefined ? [] : [{ address: site, most: siteFailures }]),
  ];
}

async function countAt(tx: Tx, address: string, now: Date): Promise<void> {
  const counted_to = new Date(now.getTime() + addressWindowMs);
  // A later time than this was written by a clock that ran ahead.
  const isOpen = sql`counted.counted_to > ${now} and counted.counted_to <= excluded.counted_to`;
  await sql`
    insert into sign_in_address as counted (address, failures, counted_to) values (${address}, 1, ${counted_to})
    on conflict (address) do update set
      failures = case when ${isOpen} then counted.failures + 1 else 1 end,
      counted_to = case when ${isOpen} then counted.counted_to else excluded.counted_to end`.execute(tx);
}
