import { sql } from 'kysely';
import type pg from 'pg';
import type { Log } from '#platform/log.ts';
import { OperatorError } from '#platform/operator-error.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { openPatient } from '#platform/postgres/open-patient.ts';

/**
 * A demonstration in databases by URL says so in the very database that it fills: who finds the mark has half of one, or
 * one in the making. Others may have worked there meanwhile, so that half of one is never removed, but never served either.
 */

const isMadeElsewhere =
  'Another server makes the demonstration in this PostgreSQL database: start this one when it is done.';
const isHalf =
  'A demonstration was cut off in this PostgreSQL database, and half of it is there: make this database and the usage database anew and start again, or keep what is there as it is (SEED=none).';

const isMarked = `select where to_regclass('public.demo_unfinished') is not null`;

/**
 * Makes the demonstration where there is still nothing when nobody else can begin one, with the mark beside it. Takes the
 * URL of the owner of the tables. Throws OperatorError while another server makes one.
 */
export async function withMarkInRecords(
  ownerUrl: string,
  isEmpty: () => Promise<boolean>,
  seed: () => Promise<void>,
): Promise<void> {
  const taken =
    'Another server serves from this PostgreSQL database or makes the demonstration in it: start this one when that is done, or without a demonstration (SEED=none).';
  await alone(ownerUrl, taken, async (client) => {
    if (!(await isEmpty())) return;
    await client.query('create table public.demo_unfinished ()');
    await seed();
    await client.query('drop table public.demo_unfinished');
  });
}

/** Whether the database holds half a demonstration, or one in the making. */
export async function isDemoUnfinishedIn(db: DbOrTx): Promise<boolean> {
  const { rows } = await sql.raw(isMarked).execute(db);
  return rows.length > 0;
}

/** Refuses half a demonstration, unless none is wanted: then what is there is kept, and said. Throws OperatorError. */
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
    log.warn('A demonstration was cut off in this PostgreSQL database: what there is of it is kept, as SEED=none says');
  });
}

/**
 * Says that a server serves from this database, so that none makes a demonstration in it meanwhile: its calendar would go
 * round in one that is half told. Takes any URL of the database; a connection that is cut says it no more. Throws
 * OperatorError while a demonstration is made here, and where half of one is.
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

/** Runs the work while nobody else makes a demonstration here, or serves; a process that dies lets go of it. */
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
