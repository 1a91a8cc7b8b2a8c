import { sql } from 'kysely';
import { bounded } from '#platform/clickhouse/bounded.ts';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import type { Deps } from '#platform/context/context.ts';
import type { UsageLine } from '../reading/usage-line.ts';
import { type DoubtedBatch, type DoubtedRow, doubted, doubtedOf, isWhole, markLost } from './lost-batches.ts';
import { batchKeyOf, storedOf } from './stored-batches.ts';

const batchesAtOnce = 1_000;
/** The reply to a sender waits no longer than this for the check. */
const timeoutMs = 3_000;

/**
 * Checks whether known records lie in batches that are lost, also in part, and marks those batches; their records are
 * then accepted again. Examines only batches without a payload. Returns `unknown` if the usage database does not
 * answer.
 */
export async function lookForLost(
  { db, clickhouse, clock, log }: Pick<Deps, 'db' | 'clickhouse' | 'clock' | 'log'>,
  known: readonly UsageLine[],
): Promise<'lost' | 'there' | 'unknown'> {
  const batches = await forgottenBatches(db, known);
  let isAnyLost = false;
  for (let from = 0; from < batches.length; from += batchesAtOnce) {
    const some = batches.slice(from, from + batchesAtOnce);
    const stored = await storedOf({ clickhouse: withStatementTimeout(clickhouse, timeoutMs) }, some).catch(
      (err: unknown) => {
        log.warn({ err }, 'cannot check whether usage that is sent again is lost');
      },
    );
    if (stored === undefined) return isAnyLost ? 'lost' : 'unknown';
    const there = new Map(stored.map((batch) => [batchKeyOf(batch), batch]));
    const lost = some.filter((batch) => {
      const found = there.get(batchKeyOf(batch));
      return found === undefined || (batch.hashTotal !== null && !isWhole(batch, found));
    });
    if (lost.length === 0) continue;
    log.error({ batches: lost.map(({ no }) => String(no)) }, 'acknowledged usage is lost, and is being sent again');
    await markLost(db, lost, clock.now());
    isAnyLost = true;
  }
  return isAnyLost ? 'lost' : 'there';
}

/** The batches of the given records that are stored in the usage database only. */
async function forgottenBatches(db: Deps['db'], known: readonly UsageLine[]): Promise<DoubtedBatch[]> {
  if (known.length === 0) return [];
  const { rows } = await sql<DoubtedRow>`
    select ${doubted} from usage_batch
    where batch_no in (select batch_no from usage_key
        where key = any(${known.map(({ key }) => key)}::uuid[]))
      and payload is null and moved_at is not null and lost_at is null`.execute(db);
  return rows.map(doubtedOf);
}

/**
 * Returns a usage database that gives up each statement after `timeoutMs`, for a reply that can do without the answer.
 */
function withStatementTimeout(clickhouse: ClickHouse, timeoutMs: number): ClickHouse {
  return bounded(clickhouse, {
    // A new timeout for each statement.
    get gone() {
      return AbortSignal.timeout(timeoutMs);
    },
  });
}
