import { sql } from 'kysely';
import { onlyRow } from '#platform/clickhouse/answer.ts';
import type { Deps } from '#platform/context/context.ts';
import { firstMonthWithKeys } from './accepting/oldest-usage.ts';
import { verifyForgotten } from './forgetting/verify-forgotten.ts';
import { storedBatches } from './mending/stored-batches.ts';
import { unknownAmong } from './mending/unknown-batches.ts';
import { batchesAtOnce, type WrongBatch, wrongBatches } from './mending/wrong-batches.ts';
import { verifyDuplicates } from './verify-duplicates.ts';
import { verifyUsageDays } from './verify-usage-days.ts';

type Engines = Pick<Deps, 'db' | 'clickhouse' | 'clock'>;

/**
 * Compares the usage database with what PostgreSQL acknowledged, by batch, day and record; yields a sentence for each
 * difference. Reads only; batches that arrive meanwhile cause no false report.
 */
export async function* verifyUsage(engines: Engines, atOnce = batchesAtOnce): AsyncGenerator<string> {
  for await (const batch of wrongBatches(engines, {}, atOnce)) yield problemOf(batch);
  yield* unknownBatches(engines, BigInt(atOnce));
  yield* verifyForgotten(engines);
  yield* await verifyKeys(engines);
  yield* verifyUsageDays(engines);
  yield* verifyDuplicates(engines);
}

function problemOf({ contractId, no, month, rows, stored, areOthers, isSetAside, isKept, again }: WrongBatch): string {
  const kept = isKept ? 'its rows are kept and can be sent again' : 'its rows are kept nowhere else';
  const state = isSetAside ? 'was set aside, since the usage database refuses it' : 'is not stored as it was';
  return `${contractId}: batch ${no} of ${month} was acknowledged with ${rows} rows, and the usage database has ${areOthers ? 'as many rows, of other records' : stored}; it ${state}, and ${kept}${again > 0 ? `; ${again} were sent again and are in other batches` : ''}`;
}

/**
 * Yields the stored batches that PostgreSQL does not know, in order of number. Skips long ranges of unused numbers, and
 * fences, which have the number 0 (moving/fence.ts).
 */
async function* unknownBatches(engines: Engines, atOnce: bigint): AsyncGenerator<string> {
  for (let from = await nextStored(engines, 1n); from !== undefined; ) {
    const scope = { from, until: from + atOnce };
    const stored = await storedBatches(engines, scope);
    // PostgreSQL is read last: a batch is there before it is moved, so none that arrives meanwhile is reported.
    for (const { contractId, no, id, rows } of await unknownAmong(engines.db, stored))
      yield `${contractId}: the usage database has batch ${no} (${id}) of ${rows} rows, which PostgreSQL never acknowledged`;
    from = stored.length > 0 ? scope.until : await nextStored(engines, scope.until);
  }
}

async function nextStored({ clickhouse }: Pick<Engines, 'clickhouse'>, from: bigint): Promise<bigint | undefined> {
  const sql = 'SELECT minOrNull(batch_no) AS no FROM usage_record WHERE batch_no >= {from:UInt64}';
  const { no } = onlyRow(await clickhouse.query<{ no: string | null }>(sql, { from }));
  return no === null ? undefined : BigInt(no);
}

/** Every acknowledged record that is not too old must have its key; otherwise it could be sent and billed a second time. */
async function verifyKeys({ db, clock }: Pick<Engines, 'db' | 'clock'>): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select format('%s records were acknowledged, and %s keys are held', acknowledged, held) as problem
    from (select coalesce(sum(rows), 0) from usage_batch where again_of is null and keys_dropped_at is null)
        as batches (acknowledged),
      (select count(*) from usage_key) as keys (held)
    where acknowledged <> held
    union all
    select format('%s: the keys of batch %s of %s are gone, and its records could be sent again', contract_id, batch_no, month)
    from usage_batch where keys_dropped_at is not null and month >= ${firstMonthWithKeys(clock.now())}
    union all
    select format('%s: the batches of %s are deleted, and their records could be sent again', contract_id, month)
    from forgotten_batches where month >= ${firstMonthWithKeys(clock.now())}`.execute(db);
  return rows.map(({ problem }) => problem);
}
