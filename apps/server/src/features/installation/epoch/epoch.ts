import { sql } from 'kysely';
import { onlyRow } from '#platform/clickhouse/answer.ts';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import type { Deps } from '#platform/context/context.ts';
import { OperatorError } from '#platform/operator-error.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { liftSequence } from '#platform/postgres/lift-sequence.ts';
import { inOpenMonth } from '../../metering/closed-month/closed-month.ts';
import { liftRunNumbers } from '../../metering/rating-terms/lift-run-numbers.ts';
import { markFound, markLost } from '../../metering/usage/mending/lost-batches.ts';
import { type Apart, anotherOne, epochOf, epochOfRecords, epochSoon, howApart, latestLookedAt } from './how-apart.ts';

/**
 * The two databases do not belong together; the message says how they differ and what to do.
 *
 * @internal for tests, which tell it from other refusals
 */
export class EnginesApart extends OperatorError {}

type Engines = Pick<Deps, 'db' | 'clickhouse' | 'clock' | 'log'>;

/**
 * Refuses to go on with databases of two installations, or of two times of one: a batch that PostgreSQL does not know
 * would be billed beside its copy, one that is missing not at all. Where nothing is kept of what is missing, waiting
 * helps nobody: the log says what is lost, whose days are not billed, since their counts disagree, and whose records are
 * stored again when their meters send them again. A usage
 * database that knows no installation yet joins this one; days whose rated rows it lacks are marked to be rated again,
 * and numbers that it knows are not given a second time. Throws EnginesApart.
 */
export function assertTogether(engines: Engines): Promise<void> {
  // One that is empty may be another one than was meant: that somebody repairs it says that it is not.
  return joinUnless(engines, ['strangers', 'ahead', 'behind', 'emptied']);
}

/** As assertTogether, but for a usage database that lacks batches: what is kept of them can be sent again. */
export async function assertRepairable(engines: Engines): Promise<void> {
  refuse(await howApart(engines), ['strangers', 'ahead']);
}

/** As assertTogether, after all was sent again that is kept: what is lost then is lost, whichever usage database it is. */
export function assertRepaired(engines: Engines): Promise<void> {
  return joinUnless(engines, ['strangers', 'ahead', 'behind']);
}

async function joinUnless(engines: Engines, refused: readonly Apart['kind'][]): Promise<void> {
  const apart = await howApart(engines);
  refuse(apart, refused);
  for (const { batches } of apart) {
    tellLost(engines, batches);
    await markLost(engines.db, batches, engines.clock.now());
  }
  await markFound(engines);
  await join(engines, { mayReplace: !refused.includes('emptied') });
  await liftNumbers(engines);
  await markDaysWithoutRows(engines);
}

function refuse(found: readonly Apart[], refused: readonly Apart['kind'][]): void {
  const apart = found.filter(({ kind }) => refused.includes(kind));
  if (apart.length === 0) return;
  const canBeRepaired = apart.every(({ kind }) => kind === 'behind' || kind === 'emptied');
  throw new EnginesApart(
    `${apart.map(({ told }) => told).join(' ')} Usage and money are as they were. ${canBeRepaired ? 'Send again what is kept of them (npm run repair), put' : 'Put'} back the databases that belong together, or restore both from one backup (npm run restore).`,
  );
}

function tellLost({ log }: Engines, batches: Apart['batches']): void {
  for (const [contractId, lost] of Map.groupBy(batches, (batch) => batch.contractId))
    log.error(
      { contractId, batches: lost.map(({ no, month, rows }) => ({ batchNo: no, month, rows })) },
      'acknowledged usage is lost: the usage database lacks it, and nothing is kept of it; its days are not billed until its meter sends it again («npm run verify» names them)',
    );
}

/** How the two databases differ, one sentence each; nothing when they belong together. */
export async function whatIsApart(engines: Parameters<typeof howApart>[0]): Promise<string[]> {
  return (await howApart(engines)).map(({ told }) => told);
}

/** Numbers that the usage database knows are never given again, whatever PostgreSQL remembers of them. */
async function liftNumbers(engines: Engines): Promise<void> {
  await liftRunNumbers(engines);
  const stored = await engines.clickhouse.query<{ last: string }>('SELECT max(batch_no) AS last FROM usage_record');
  await liftSequence(engines.db, 'usage_batch_batch_no_seq', BigInt(onlyRow(stored).last));
}

/** Of two servers that start at once with a usage database of their own each, the one whose row is second is refused. */
async function join({ db, clickhouse, clock }: Engines, { mayReplace }: { mayReplace: boolean }): Promise<void> {
  const first = await db
    .insertInto('usage_database')
    .values({ joined_at: clock.now() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  const theirs = await (first ? epochOf(clickhouse) : epochSoon(clickhouse));
  if (!first && theirs === '' && !mayReplace) refuse([anotherOne], ['emptied']);
  if (theirs !== (await epochOfRecords(db))) await enterEpoch(db, clickhouse);
}

/** Writes the installation's epoch into the usage database. */
export async function enterEpoch(db: DbOrTx, clickhouse: ClickHouse): Promise<void> {
  const { epoch, begun_at } = await db.selectFrom('installation').selectAll().executeTakeFirstOrThrow();
  await clickhouse.insert('installation', [{ epoch, begun_at: begun_at.toISOString() }]);
}

/** A cut of power can take rated rows with it: unlike usage they can be made again. */
async function markDaysWithoutRows({ db, clickhouse }: Engines): Promise<void> {
  const { rows: live } = await sql<{ run_no: string }>`
    select run_no from rated_day where ${inOpenMonth('rated_day')} order by run_no desc limit ${latestLookedAt}`.execute(
    db,
  );
  const from = BigInt(live.at(-1)?.run_no ?? 0);
  const stored = await clickhouse.query<{ no: string }>(
    'SELECT DISTINCT run_no AS no FROM purchase WHERE run_no >= {from:UInt64}',
    { from },
  );
  const there = new Set(stored.map(({ no }) => no));
  const lost = live.map(({ run_no }) => run_no).filter((no) => !there.has(no));
  if (lost.length === 0) return;
  await sql`
    insert into usage_dirty_day (contract_id, day)
    select contract_id, day from rated_day where run_no = any(${lost}::bigint[]) order by contract_id, day
    on conflict (contract_id, day) do update set version = nextval('usage_mark')`.execute(db);
}
