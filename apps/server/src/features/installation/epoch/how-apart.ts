import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { onlyRow } from '#platform/clickhouse/answer.ts';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import type { Deps } from '#platform/context/context.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { resentRows } from '../../metering/usage/mending/wrong-batches.ts';

type Engines = Pick<Deps, 'db' | 'clickhouse'>;

// Enough to see what was acknowledged last; verify looks at all.
export const latestLookedAt = 10_000;

/**
 * How two databases can differ: they are of two installations; the usage database has more than PostgreSQL knows of; it
 * lacks batches that are kept and can be sent again; it lacks batches of which nothing is kept, and is this
 * installation's (`lost`) or knows of none yet (`emptied`).
 */
export interface Apart {
  readonly kind: 'strangers' | 'ahead' | 'behind' | 'lost' | 'emptied';
  readonly told: string;
  /** The batches it is about, latest first. */
  readonly batches: readonly MovedBatch[];
}

/** How the two databases differ; nothing when they belong together. */
export async function howApart({ db, clickhouse }: Engines): Promise<Apart[]> {
  const epoch = await epochOfRecords(db);
  const isJoined = await hasUsageDatabase(db);
  const theirs = await (isJoined ? epochSoon(clickhouse) : epochOf(clickhouse));
  if (![epoch, restoring + epoch, ''].includes(theirs)) {
    const told =
      'PostgreSQL and the usage database are of two installations, or of one before and after it was restored.';
    return [{ kind: 'strangers', told, batches: [] }];
  }
  // What must be there is asked before what is there, and that before what may be there: work goes on meanwhile.
  const moved = await latestMoved(db);
  const stored = await latestStored(clickhouse, moved.at(-1)?.no ?? '0');
  const there = new Set(stored.map(storedKeyOf));
  const missing = moved.filter((batch) => !there.has(storedKeyOf(batch)));
  const [kept, gone] = [missing.filter(({ isKept }) => isKept), missing.filter(({ isKept }) => !isKept)];
  const unknown = await unknownBatches(db, stored);
  const lacks = (batches: readonly MovedBatch[]) =>
    `The usage database is behind PostgreSQL, which has moved ${batches.length} batches to it that it lacks (${batches.at(-1)?.no} to ${batches[0]?.no})`;
  const found: Apart[] = [
    {
      kind: 'ahead',
      told: `The usage database is ahead of PostgreSQL, which never acknowledged ${unknown.length} of its latest batches (${unknown.at(-1)?.no} to ${unknown[0]?.no}).`,
      batches: [],
    },
    { kind: 'behind', told: `${lacks(kept)}.`, batches: kept },
    {
      kind: theirs === '' ? 'emptied' : 'lost',
      told: `${lacks(gone)}, and nothing is kept of them.`,
      batches: gone,
    },
  ];
  const apart = found.filter(({ kind, batches }) => (kind === 'ahead' ? unknown : batches).length > 0);
  return theirs === '' && gone.length === 0 && isJoined ? [...apart, anotherOne] : apart;
}

/** A server that was started without the address of the usage database that the others share has an empty one of its own. */
export const anotherOne: Apart = {
  kind: 'emptied',
  told: 'The usage database knows no installation, and this installation has one already: is CLICKHOUSE_URL (or DATA_DIR) that of its other servers?',
  batches: [],
};

/** Whether a usage database has ever joined the installation. */
async function hasUsageDatabase(db: DbOrTx): Promise<boolean> {
  return (await db.selectFrom('usage_database').select('id').executeTakeFirst()) !== undefined;
}

/** What a usage database says while it is filled, before the epoch that PostgreSQL begins when it has all of it. */
export const restoring = 'restoring ';

/** The epoch that PostgreSQL is in. Throws where it is no installation's. */
export async function epochOfRecords(db: DbOrTx): Promise<string> {
  return (await db.selectFrom('installation').select('epoch').executeTakeFirstOrThrow()).epoch;
}

/** The same for an installation that has a usage database: another server that starts with us may just write to it. */
export async function epochSoon(clickhouse: ClickHouse): Promise<string> {
  for (let asked = 0; asked < 50; asked += 1) {
    const epoch = await epochOf(clickhouse);
    if (epoch !== '') return epoch;
    await setTimeout(100);
  }
  return '';
}

/** The epoch that a usage database knows; empty where it knows none. */
export async function epochOf(clickhouse: ClickHouse): Promise<string> {
  const rows = await clickhouse.query<{ epoch: string }>('SELECT argMax(epoch, begun_at) AS epoch FROM installation');
  return onlyRow(rows).epoch;
}

/** A number alone can stand for two batches, when one of the databases was put back to an earlier time. */
type Batch = { no: string; id: string };
type MovedBatch = Batch & {
  readonly contractId: string;
  readonly month: string | null;
  readonly rows: number;
  /** Its payload is still there, so that it can be sent again. */
  readonly isKept: boolean;
};
const storedKeyOf = ({ no, id }: Batch) => `${no} ${id}`;

/** The latest batches that the usage database must have, latest first. */
async function latestMoved(db: DbOrTx): Promise<MovedBatch[]> {
  const { rows } = await sql<MovedBatch>`
    select batch_no::text as no, id, contract_id as "contractId", month, rows, payload is not null as "isKept"
    from usage_batch where moved_at is not null and (lost_at is null or ${resentRows('usage_batch')} < rows) order by batch_no desc limit ${latestLookedAt}`.execute(
    db,
  );
  return rows;
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
