import { sql } from 'kysely';
import type { Deps } from '../../../../platform/context/context.ts';
import type { BatchIdentity } from '../moving/batch-claims.ts';
import type { UsageLine } from '../reading/usage-line.ts';
import { impatient } from './impatient.ts';
import { keepLost } from './lost-batches.ts';
import { batchKeyOf, storedOf } from './stored-batches.ts';

const batchesAtOnce = 1_000;
/** Whoever sends usage waits no longer to learn what was lost of it. */
const patienceMs = 3_000;

/**
 * Whether records that are known already lie in batches that turn out to be lost, which is kept: they are then taken in
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
    const there = new Set(stored.map(batchKeyOf));
    const lost = some.filter((batch) => !there.has(batchKeyOf(batch)));
    if (lost.length === 0) continue;
    log.error({ batches: lost.map(({ no }) => String(no)) }, 'acknowledged usage is lost, and is being sent again');
    await keepLost(db, lost, clock.now());
    isAnyLost = true;
  }
  return isAnyLost ? 'lost' : 'there';
}

/** The batches of records that are kept nowhere but in the usage database. */
async function forgottenBatches(db: Deps['db'], known: readonly UsageLine[]): Promise<BatchIdentity[]> {
  if (known.length === 0) return [];
  const { rows } = await sql<{ contract_id: string; no: string; id: string }>`
    select distinct batch.contract_id, batch.batch_no::text as no, batch.id
    from usage_key as held join usage_batch as batch on batch.batch_no = held.batch_no
    where (held.source, held.id) in (select * from unnest(${known.map(({ record }) => record.source)}::text[],
        ${known.map(({ record }) => record.id)}::text[]))
      and batch.payload is null and batch.moved_at is not null and batch.lost_at is null`.execute(db);
  return rows.map(({ contract_id: contractId, no, id }) => ({ contractId, no: BigInt(no), id }));
}
