import { hourMs } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import { batchKeyOf, type StoredBatch, storedOf } from '../mending/stored-batches.ts';
import type { WrongBatch } from '../mending/wrong-batches.ts';
import { isFree } from '../moving/claim-lease.ts';
import { healBatch } from '../moving/heal-batch.ts';
import { lockedBatches } from '../moving/locked-batches.ts';

type Engines = Pick<Deps, 'db' | 'clickhouse' | 'clock' | 'log'>;
type KeptBatch = Pick<WrongBatch, 'contractId' | 'no' | 'id' | 'rows'> & { readonly hashTotal: string };

const keptMs = 72 * hourMs;
const batchesAtOnce = 1_000;

/**
 * Deletes the payloads of batches that were moved at least three days ago and are stored; until then they can be sent
 * again. A batch that is not stored right keeps its payload, raises an alarm and is stored again. Returns the number of
 * deleted payloads.
 */
export async function forgetPayloads(deps: Engines, now: Date): Promise<number> {
  const movedUntil = new Date(now.getTime() - keptMs);
  let forgotten = 0;
  for (let after = 0n; ; ) {
    const batches = await keptBatches(deps.db, { after, movedUntil });
    const last = batches.at(-1);
    if (!last) return forgotten;
    const found = new Map((await storedOf(deps, batches)).map((batch) => [batchKeyOf(batch), batch]));
    const proven = batches.filter((batch) => isStored(batch, found.get(batchKeyOf(batch))));
    forgotten += await forget(deps.db, proven, movedUntil);
    for (const batch of batches)
      if (!proven.includes(batch))
        await storeAgain(deps, { ...batch, stored: found.get(batchKeyOf(batch))?.rows ?? 0 });
    after = last.no;
  }
}

function isStored({ rows, hashTotal }: KeptBatch, found: StoredBatch | undefined): boolean {
  return found?.rows === rows && found.hashTotal === hashTotal;
}

async function keptBatches(
  db: Deps['db'],
  { after, movedUntil }: { after: bigint; movedUntil: Date },
): Promise<KeptBatch[]> {
  const rows = await db
    .selectFrom('usage_batch')
    .select(['contract_id as contractId', 'batch_no', 'id', 'rows', 'hash_total as hashTotal'])
    .where('payload', 'is not', null)
    .where('moved_at', '<=', movedUntil)
    .where('batch_no', '>', String(after))
    .orderBy('batch_no')
    .limit(batchesAtOnce)
    .execute();
  return rows.map(({ batch_no, ...batch }) => ({ ...batch, no: BigInt(batch_no) }));
}

/** A claimed batch may be stored again at this moment; its payload is deleted in a later round. */
async function forget(db: Deps['db'], batches: readonly KeptBatch[], movedUntil: Date): Promise<number> {
  const areForgotten = sql`batch_no = any(${batches.map(({ no }) => String(no))}::bigint[]) and payload is not null
    and moved_at <= ${movedUntil} and ${isFree}`;
  const { rows } = await sql`
    with locked as materialized (${lockedBatches(areForgotten)})
    update usage_batch set payload = null from locked where usage_batch.batch_no = locked.batch_no
    returning usage_batch.batch_no`.execute(db);
  return rows.length;
}

async function storeAgain(deps: Engines, { contractId, no, rows, stored }: KeptBatch & { stored: number }) {
  const named = { contractId, batchNo: String(no), rows, stored };
  deps.log.error(named, 'a usage batch differs from what was acknowledged, so its payload is kept');
  await healBatch(deps, { contractId, no }).catch((error: unknown) => {
    deps.log.error({ ...named, err: error }, 'a usage batch could not be stored again');
  });
}
