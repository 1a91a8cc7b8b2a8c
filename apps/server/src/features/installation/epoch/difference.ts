import { setTimeout } from 'node:timers/promises';
import { onlyRow } from '#platform/clickhouse/answer.ts';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import type { Deps } from '#platform/context/context.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { compareLatest, type MovedBatch } from '../../metering/usage/mending/latest-batches.ts';

type Engines = Pick<Deps, 'db' | 'clickhouse'>;

/**
 * A difference between the two databases. With `strangers`, they belong to two installations. With `ahead`, PostgreSQL
 * does not know some batches of the usage database. With `behind`, the usage database lacks batches with a kept copy;
 * with `lost`, batches without one. With `emptied`, it lacks batches and has joined no installation.
 */
export interface Difference {
  readonly kind: 'strangers' | 'ahead' | 'behind' | 'lost' | 'emptied';
  readonly told: string;
  /** The batches concerned, latest first. */
  readonly batches: readonly MovedBatch[];
}

/** Returns the differences of the two databases; empty if they belong together. */
export async function engineDifferences({ db, clickhouse }: Engines): Promise<Difference[]> {
  const epoch = await epochOfRecords(db);
  const isJoined = await hasUsageDatabase(db);
  const theirs = await (isJoined ? epochSoon(clickhouse) : epochOf(clickhouse));
  if (![epoch, restoring + epoch, ''].includes(theirs)) {
    const told =
      'PostgreSQL and the usage database are of two installations, or of one before and after it was restored.';
    return [{ kind: 'strangers', told, batches: [] }];
  }
  const { missing, unknown } = await compareLatest({ db, clickhouse });
  const [kept, gone] = [missing.filter(({ isKept }) => isKept), missing.filter(({ isKept }) => !isKept)];
  const lacks = (batches: readonly MovedBatch[]) =>
    `The usage database is behind PostgreSQL, which has moved ${batches.length} batches to it that it lacks (${batches.at(-1)?.no} to ${batches[0]?.no})`;
  const found: Difference[] = [
    {
      kind: 'ahead',
      told: `The usage database is ahead of PostgreSQL, which never acknowledged ${unknown.length} of its latest batches (${unknown.at(-1)?.no} to ${unknown[0]?.no}).`,
      batches: [],
    },
    { kind: 'behind', told: `${lacks(kept)}.`, batches: kept },
    {
      kind: theirs === '' ? 'emptied' : 'lost',
      told: `${lacks(gone)}, and no copy of them is left.`,
      batches: gone,
    },
  ];
  const apart = found.filter(({ kind, batches }) => (kind === 'ahead' ? unknown : batches).length > 0);
  return theirs === '' && gone.length === 0 && isJoined ? [...apart, otherDatabase] : apart;
}

/** A server started without the address of the shared usage database has an empty one of its own. */
export const otherDatabase: Difference = {
  kind: 'emptied',
  told: 'The usage database knows no installation, and this installation has one already: does CLICKHOUSE_URL (or DATA_DIR) match its other servers?',
  batches: [],
};

/** True if a usage database has ever joined the installation. */
async function hasUsageDatabase(db: DbOrTx): Promise<boolean> {
  return (await db.selectFrom('usage_database').select('id').executeTakeFirst()) !== undefined;
}

/** The prefix of a usage database's epoch while a restore fills it, before PostgreSQL begins that epoch. */
export const restoring = 'restoring ';

/** Returns PostgreSQL's epoch. Throws if it holds no installation. */
export async function epochOfRecords(db: DbOrTx): Promise<string> {
  return (await db.selectFrom('installation').select('epoch').executeTakeFirstOrThrow()).epoch;
}

/** The same for a usage database that should know its epoch: another server that starts with us may be writing it. */
export async function epochSoon(clickhouse: ClickHouse): Promise<string> {
  for (let asked = 0; asked < 50; asked += 1) {
    const epoch = await epochOf(clickhouse);
    if (epoch !== '') return epoch;
    await setTimeout(100);
  }
  return '';
}

/** Returns the epoch of a usage database; empty if it has none. */
export async function epochOf(clickhouse: ClickHouse): Promise<string> {
  const rows = await clickhouse.query<{ epoch: string }>('SELECT argMax(epoch, begun_at) AS epoch FROM installation');
  return onlyRow(rows).epoch;
}
