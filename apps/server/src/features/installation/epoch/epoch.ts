import { sql } from 'kysely';
import { onlyRow } from '#platform/clickhouse/answer.ts';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import type { Deps } from '#platform/context/context.ts';
import { OperatorError } from '#platform/failure/operator-error.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { liftSequence } from '#platform/postgres/lift-sequence.ts';
import { inOpenMonth } from '../../metering/closed-month/closed-month.ts';
import { liftRunNumbers } from '../../metering/rating-terms/lift-run-numbers.ts';
import { markFound, markLost } from '../../metering/usage/mending/lost-batches.ts';
import { type Difference, engineDifferences, epochOf, epochOfRecords, epochSoon, otherDatabase } from './difference.ts';

/**
 * The two databases do not belong together; the message gives the difference and a remedy.
 *
 * @internal for tests, which tell it from other refusals
 */
export class EnginesApart extends OperatorError {}

/** Enough to cover what a power cut can lose; `verify` compares all. */
const latestRuns = 10_000;

type Engines = Pick<Deps, 'db' | 'clickhouse' | 'clock' | 'log'>;

/**
 * Refuses databases of two installations, or of two times of one: batches unknown to PostgreSQL would be billed twice,
 * and missing ones not at all. Batches of which no copy is left are logged as lost; waiting would not help. Their days
 * are not billed, since their counts disagree, until the meters send the records again.
 *
 * A usage database without an installation joins this one. Days without rated rows are marked to be rated, and numbers
 * known to the usage database are not given again. Throws EnginesApart.
 */
export function assertTogether(engines: Engines): Promise<void> {
  // An empty usage database may be the wrong one; a repair confirms that it is not.
  return joinUnless(engines, ['strangers', 'ahead', 'behind', 'emptied']);
}

/** Like assertTogether, but allows missing batches whose copies can be sent again. */
export async function assertRepairable(engines: Engines): Promise<void> {
  refuse(await engineDifferences(engines), ['strangers', 'ahead']);
}

/**
 * Like assertTogether, after the repair has sent all copies again: remaining batches are lost, whichever usage database
 * this is.
 */
export function assertRepaired(engines: Engines): Promise<void> {
  return joinUnless(engines, ['strangers', 'ahead', 'behind']);
}

async function joinUnless(engines: Engines, refused: readonly Difference['kind'][]): Promise<void> {
  const apart = await engineDifferences(engines);
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

function refuse(found: readonly Difference[], refused: readonly Difference['kind'][]): void {
  const apart = found.filter(({ kind }) => refused.includes(kind));
  if (apart.length === 0) return;
  const canBeRepaired = apart.every(({ kind }) => kind === 'behind' || kind === 'emptied');
  throw new EnginesApart(
    `${apart.map(({ told }) => told).join(' ')} Usage and money are unchanged. ${canBeRepaired ? 'Send the kept copies again (npm run repair), use' : 'Use'} the databases that belong together, or restore both from one backup (npm run restore).`,
  );
}

function tellLost({ log }: Engines, batches: Difference['batches']): void {
  for (const [contractId, lost] of Map.groupBy(batches, (batch) => batch.contractId))
    log.error(
      { contractId, batches: lost.map(({ no, month, rows }) => ({ batchNo: no, month, rows })) },
      'acknowledged usage is lost: neither database has it; its days are not billed until its meter sends it again («npm run verify» names them)',
    );
}

/** Returns the differences of the two databases, one sentence each; empty if they belong together. */
export async function differencesTold(engines: Parameters<typeof engineDifferences>[0]): Promise<string[]> {
  return (await engineDifferences(engines)).map(({ told }) => told);
}

/** Moves the sequences past all numbers that the usage database knows, so that none is given again. */
async function liftNumbers(engines: Engines): Promise<void> {
  await liftRunNumbers(engines);
  const stored = await engines.clickhouse.query<{ last: string }>('SELECT max(batch_no) AS last FROM usage_record');
  await liftSequence(engines.db, 'usage_batch_batch_no_seq', BigInt(onlyRow(stored).last));
}

/** Of two servers that start at once, each with its own usage database, the second to insert its row is refused. */
async function join({ db, clickhouse, clock }: Engines, { mayReplace }: { mayReplace: boolean }): Promise<void> {
  const first = await db
    .insertInto('usage_database')
    .values({ joined_at: clock.now() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  const theirs = await (first ? epochOf(clickhouse) : epochSoon(clickhouse));
  if (!first && theirs === '' && !mayReplace) refuse([otherDatabase], ['emptied']);
  if (theirs !== (await epochOfRecords(db))) await enterEpoch(db, clickhouse);
}

/** Writes the installation's epoch into the usage database. */
export async function enterEpoch(db: DbOrTx, clickhouse: ClickHouse): Promise<void> {
  const { epoch, begun_at } = await db.selectFrom('installation').selectAll().executeTakeFirstOrThrow();
  await clickhouse.insert('installation', [{ epoch, begun_at: begun_at.toISOString() }]);
}

/** A power cut can lose rated rows; unlike usage, they can be made again. */
async function markDaysWithoutRows({ db, clickhouse }: Engines): Promise<void> {
  const { rows: live } = await sql<{ run_no: string }>`
    select run_no from rated_day where ${inOpenMonth('rated_day')} order by run_no desc limit ${latestRuns}`.execute(
    db,
  );
  const from = BigInt(live.at(-1)?.run_no ?? 0);
  const stored = await clickhouse.query<{ no: string }>(
    `SELECT DISTINCT run_no AS no FROM purchase WHERE run_no >= {from:UInt64}
       AND run_no IN (SELECT run_no FROM rated_rollup WHERE run_no >= {from:UInt64})`,
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
