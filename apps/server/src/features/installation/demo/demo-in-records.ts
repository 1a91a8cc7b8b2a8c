import { sql } from 'kysely';
import type pg from 'pg';
import { OperatorError } from '#platform/failure/operator-error.ts';
import type { Log } from '#platform/log.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { openPatient } from '#platform/postgres/open-patient.ts';

/**
 * A demonstration in databases by URL marks the database that it fills: a marked database holds half a demonstration,
 * or one in the making. Other servers may have worked there meanwhile, so half a demonstration is never removed, but
 * never served either.
 */

const isMadeElsewhere =
  'Another server is making the demonstration in this PostgreSQL database: start this one when it is done.';
const isHalf =
  'A demonstration was cut off in this PostgreSQL database and is incomplete: recreate this database and the usage database and start again, or keep the data as it is (SEED=none).';

const isMarked = `select where to_regclass('public.demo_unfinished') is not null`;

/**
 * Makes the demonstration, with a mark beside it, if the installation is still empty once no other server can begin
 * one. Takes the URL of the owner of the tables. Throws OperatorError while another server makes one.
 */
export async function withMarkInRecords(
  ownerUrl: string,
  isEmpty: () => Promise<boolean>,
  seed: () => Promise<void>,
): Promise<void> {
  const taken =
    'Another server uses this PostgreSQL database or is making the demonstration in it: start this one when that is done, or without a demonstration (SEED=none).';
  await alone(ownerUrl, taken, async (client) => {
    if (!(await isEmpty())) return;
    await client.query('create table public.demo_unfinished ()');
    await seed();
    await client.query('drop table public.demo_unfinished');
  });
}

/** True if the database holds half a demonstration, or one in the making. */
export async function isDemoUnfinishedIn(db: DbOrTx): Promise<boolean> {
  const { rows } = await sql.raw(isMarked).execute(db);
  return rows.length > 0;
}

/** Refuses half a demonstration; with SEED=none it is kept, with a warning. Throws OperatorError. */
export async function assertNoHalfDemo(
  ownerUrl: string,
  { seed, log }: { readonly seed: 'demo' | 'none'; readonly log: Pick<Log, 'warn'> },
): Promise<void> {
  const client = await openPatient(ownerUrl);
  const { rows } = await client.query(isMarked).finally(() => client.end());
  if (rows.length === 0) return;
  await alone(ownerUrl, isMadeElsewhere, async (owner) => {
    if (seed === 'demo') throw new OperatorError(isHalf);
    await owner.query('drop table if exists public.demo_unfinished');
    log.warn('A demonstration was cut off in this PostgreSQL database: its data is kept because of SEED=none');
  });
}

/**
 * Marks this database as served, so that no other server makes a demonstration in it, where this server's calendar
 * would run. Takes any URL of the database; a cut connection ends the mark. Throws OperatorError while a demonstration
 * is being made, and for half of one.
 */
export async function serveRecords(url: string): Promise<{ close(): Promise<void> }> {
  const client = await openPatient(url);
  const close = () => client.end().catch(() => {});
  try {
    const { rows } = await client.query<{ is_free: boolean }>(
      `select pg_try_advisory_lock_shared(hashtext('demonstration')) as is_free`,
    );
    if (!rows[0]?.is_free) throw new OperatorError(isMadeElsewhere);
    if ((await client.query(isMarked)).rows.length > 0) throw new OperatorError(isHalf);
    return { close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs the work while no other server makes a demonstration here or serves; the lock ends with the process. */
async function alone(ownerUrl: string, taken: string, work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const client = await openPatient(ownerUrl);
  try {
    const { rows } = await client.query<{ is_mine: boolean }>(
      `select pg_try_advisory_lock(hashtext('demonstration')) as is_mine`,
    );
    if (!rows[0]?.is_mine) throw new OperatorError(taken);
    await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
