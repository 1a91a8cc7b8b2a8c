import { sql } from 'kysely';
import type { ClickHouse } from '../../../platform/clickhouse/client.ts';
import type { Deps } from '../../../platform/context/context.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import type { DbOrTx } from '../../../platform/postgres/database.ts';
import { liftSequence } from '../../../platform/postgres/lift-sequence.ts';
import { inOpenMonth } from '../../metering/closed-month/closed-month.ts';
import { liftRunNumbers } from '../../metering/rating-terms/lift-run-numbers.ts';

/**
 * The two databases do not belong together; the message says how they differ and what to do.
 *
 * @internal for tests, which tell it from other refusals
 */
export class EnginesApart extends OperatorError {}

type Engines = Pick<Deps, 'db' | 'clickhouse'>;

// Enough to see what was acknowledged last; verify looks at all.
const batchesLookedAt = 10_000;

/**
 * Refuses to go on with databases of two installations, or of two times of one: a batch that PostgreSQL does not know
 * would be billed beside its copy, one that is missing not at all. A usage database that knows no installation yet joins
 * this one; days whose rated rows it lacks are marked to be rated again, and numbers that it knows are not given a second
 * time. Throws EnginesApart.
 */
export async function assertTogether(engines: Engines): Promise<void> {
  await assertNoneOf(engines, ['strangers', 'ahead', 'behind']);
  const { epoch } = await engines.db.selectFrom('installation').select('epoch').executeTakeFirstOrThrow();
  if ((await epochOf(engines.clickhouse)) !== epoch) await enterEpoch(engines.db, engines.clickhouse);
  await liftNumbers(engines);
  await markDaysWithoutRows(engines);
}

/** As assertTogether, but for a usage database that lacks batches: what is kept of them can be sent again. */
export function assertRepairable(engines: Engines): Promise<void> {
  return assertNoneOf(engines, ['strangers', 'ahead']);
}

async function assertNoneOf(engines: Engines, refused: readonly Apart['kind'][]): Promise<void> {
  const apart = (await howApart(engines)).filter(({ kind }) => refused.includes(kind));
  if (apart.length === 0) return;
  const canBeRepaired = apart.every(({ kind }) => kind === 'behind');
  throw new EnginesApart(
    `${apart.map(({ told }) => told).join(' ')} Usage and money are as they were. ${canBeRepaired ? 'Send again what is kept of them (npm run repair), put' : 'Put'} back the databases that belong together, or restore both from one backup (npm run restore).`,
  );
}

/** Numbers that the usage database knows are never given again, whatever PostgreSQL remembers of them. */
async function liftNumbers(engines: Engines): Promise<void> {
  await liftRunNumbers(engines);
  const [stored] = await engines.clickhouse.query<{ last: string }>('SELECT max(batch_no) AS last FROM usage_record');
  await liftSequence(engines.db, 'usage_batch_batch_no_seq', BigInt(stored?.last ?? 0));
}

/** How the two databases differ, one sentence each; nothing when they belong together. */
export async function whatIsApart(engines: Engines): Promise<string[]> {
  return (await howApart(engines)).map(({ told }) => told);
}

/** Of two installations, or of which the usage database has more, or less, than PostgreSQL knows of. */
type Apart = { readonly kind: 'strangers' | 'ahead' | 'behind'; readonly told: string };

async function howApart({ db, clickhouse }: Engines): Promise<Apart[]> {
  const { epoch } = await db.selectFrom('installation').select('epoch').executeTakeFirstOrThrow();
  if (![epoch, restoring + epoch, ''].includes(await epochOf(clickhouse))) {
    const told =
      'PostgreSQL and the usage database are of two installations, or of one before and after it was restored.';
    return [{ kind: 'strangers', told }];
  }
  // What must be there is asked before what is there, and that before what may be there: work goes on meanwhile.
  const moved = await latestMoved(db);
  const stored = await latestStored(clickhouse, moved.at(-1)?.no ?? '0');
  const there = new Set(stored.map(keyOf));
  const missing = moved.filter((batch) => !there.has(keyOf(batch)));
  const strangers = await unknownBatches(db, stored);
  return [
    ...(strangers.length > 0
      ? [
          {
            kind: 'ahead' as const,
            told: `The usage database is ahead of PostgreSQL, which never acknowledged ${strangers.length} of its latest batches (${strangers.at(-1)?.no} to ${strangers[0]?.no}).`,
          },
        ]
      : []),
    ...(missing.length > 0
      ? [
          {
            kind: 'behind' as const,
            told: `The usage database is behind PostgreSQL, which has moved ${missing.length} batches to it that it lacks (${missing.at(-1)?.no} to ${missing[0]?.no}).`,
          },
        ]
      : []),
  ];
}

/** What a usage database says while it is filled, before the epoch that PostgreSQL begins when it has all of it. */
export const restoring = 'restoring ';

/** Writes the installation's epoch into the usage database. */
export async function enterEpoch(db: DbOrTx, clickhouse: ClickHouse): Promise<void> {
  const { epoch, begun_at } = await db.selectFrom('installation').selectAll().executeTakeFirstOrThrow();
  await clickhouse.insert('installation', [{ epoch, begun_at: begun_at.toISOString() }]);
}

async function epochOf(clickhouse: ClickHouse): Promise<string> {
  const [row] = await clickhouse.query<{ epoch: string }>('SELECT argMax(epoch, begun_at) AS epoch FROM installation');
  return row?.epoch ?? '';
}

/** A number alone can stand for two batches, when one of the databases was put back to an earlier time. */
type Batch = { no: string; id: string };
const keyOf = ({ no, id }: Batch) => `${no} ${id}`;

/** The latest batches that the usage database must have, latest first. */
function latestMoved(db: DbOrTx): Promise<Batch[]> {
  return db
    .selectFrom('usage_batch')
    .select(['batch_no as no', 'id'])
    .where('moved_at', 'is not', null)
    .orderBy('batch_no', 'desc')
    .limit(batchesLookedAt)
    .execute();
}

/** Those that it has from a number on, latest first. */
function latestStored(clickhouse: ClickHouse, from: string): Promise<Batch[]> {
  return clickhouse.query<Batch>(
    `SELECT DISTINCT batch_no AS no, toString(batch_id) AS id FROM usage_record
     WHERE batch_no >= {from:UInt64} ORDER BY no DESC`,
    { from: BigInt(from) },
  );
}

async function unknownBatches(db: DbOrTx, batches: readonly Batch[]): Promise<Batch[]> {
  const { rows } = await sql<Batch>`
    select given.no::text as no, given.id::text as id
    from unnest(${batches.map(({ no }) => no)}::bigint[], ${batches.map(({ id }) => id)}::uuid[]) as given (no, id)
    where not exists (select from usage_batch where batch_no = given.no and usage_batch.id = given.id)
    order by given.no desc`.execute(db);
  return rows;
}

/** A cut of power can take rated rows with it: unlike usage they can be made again. */
async function markDaysWithoutRows({ db, clickhouse }: Engines): Promise<void> {
  const { rows: live } = await sql<{ run_no: string }>`
    select run_no from rated_day where ${inOpenMonth('rated_day')} order by run_no desc limit ${batchesLookedAt}`.execute(
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
