import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { UsageLine } from '../reading/usage-line.ts';
import { impatient } from './impatient.ts';
import { type DoubtedBatch, type DoubtedRow, doubted, doubtedOf, isWhole, keepLost } from './lost-batches.ts';
import { batchKeyOf, storedOf } from './stored-batches.ts';

const batchesAtOnce = 1_000;
/** Whoever sends usage waits no longer to learn what was lost of it. */
const patienceMs = 3_000;

/**
 * Whether records that are known already lie in batches that turn out to be lost, in part too, which is kept: they are then taken in
 * again. Only batches of which nothing is kept are looked for. While the usage database is away or stands still nobody can
 * tell (`unknown`), and what was acknowledged stays so.
 */
export async function lookForLost(
  { db, clickhouse, clock, log }: Pick<Deps, 'db' | 'clickhouse' | 'clock' | 'log'>,
  known: readonly UsageLine[],
): Promise<'lost' | 'there' | 'unknown'> {
  const batches = await forgottenBatches(db, known);
  let isAnyLost = false;
  for (let from = 0; from < batches.length; from += batchesAtOnce) {
    const some = batches.slice(from, from + batchesAtOnce);
    const stored = await storedOf({ clickhouse: impatient(clickhouse, patienceMs) }, some).catch((err: unknown) => {
      log.warn({ err }, 'nobody can tell whether usage that is sent again is lost');
    });
    if (stored === undefined) return isAnyLost ? 'lost' : 'unknown';
    const there = new Map(stored.map((batch) => [batchKeyOf(batch), batch]));
    const lost = some.filter((batch) => {
      const found = there.get(batchKeyOf(batch));
      return found === undefined || (batch.hashTotal !== null && !isWhole(batch, found));
    });
    if (lost.length === 0) continue;
    log.error({ batches: lost.map(({ no }) => String(no)) }, 'acknowledged usage is lost, and is being sent again');
    await keepLost(db, lost, clock.now());
    isAnyLost = true;
  }
  return isAnyLost ? 'lost' : 'there';
}

/** The batches of records that are kept nowhere but in the usage database. */
async function forgottenBatches(db: Deps['db'], known: readonly UsageLine[]): Promise<DoubtedBatch[]> {
  if (known.length === 0) return [];
  const { rows } = await sql<DoubtedRow>`
    select ${doubted} from usage_batch
    where batch_no in (select batch_no from usage_key
        where (source, id) in (select * from unnest(${known.map(({ record }) => record.source)}::text[],
          ${known.map(({ record }) => record.id)}::text[])))
      and payload is null and moved_at is not null and lost_at is null`.execute(db);
  return rows.map(doubtedOf);
}
