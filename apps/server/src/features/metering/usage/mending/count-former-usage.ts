import { formatDecimal } from '@usance/money/decimal';
import { parseDay } from '@usance/period/day';
import { billingZoneOf } from '@usance/period/zone';
import type { Deps } from '../../../../platform/context/context.ts';
import type { Db } from '../../../../platform/postgres/database.ts';
import { getContract, lockContract } from '../../../party/contract/contract.queries.ts';
import { billingDaySql } from '../../billing-day/billing-day-sql.ts';
import { countUsedDays, type UsedDay, usedDaysOf } from '../../billing-day/used-days.ts';
import { keptHours } from '../moving/pending-rows.ts';
import { batchesBut, inBatchesBut } from './batches-but.ts';

/**
 * Counts what was acknowledged before days were counted: what the usage database has of it, and what waits to be moved.
 * A contract that has other rows than it acknowledged, or keeps some that cannot be read, stays uncounted, with an alarm,
 * and is not billed. Once for each contract, and safe to repeat; with nothing to count it is one query.
 */
export async function countFormerUsage(deps: Pick<Deps, 'db' | 'clickhouse' | 'log'>): Promise<void> {
  const waiting = await deps.db.selectFrom('usage_to_count').selectAll().orderBy('contract_id').execute();
  for (const { contract_id: contractId, through_batch } of waiting) {
    const { moved, pending, acknowledged, isReadable } = await formerDays(deps, contractId, through_batch);
    const counted = [...moved, pending].flat().reduce((rows, day) => rows + day.rows, 0n);
    if (counted === acknowledged && isReadable) await keep(deps.db, contractId, [...moved, pending]);
    else deps.log.error({ contractId, acknowledged, counted }, 'usage of before is not as it was acknowledged');
  }
}

async function formerDays(
  { db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>,
  contractId: string,
  throughBatch: string,
): Promise<{ moved: UsedDay[][]; pending: UsedDay[]; acknowledged: bigint; isReadable: boolean }> {
  const zone = billingZoneOf((await getContract(db, contractId)).currency);
  const batches = await db
    .selectFrom('usage_batch')
    .select([
      'batch_no',
      'rows',
      (eb) => eb.case().when('moved_at', 'is', null).then(eb.ref('payload')).end().as('payload'),
    ])
    .where('contract_id', '=', contractId)
    .where('batch_no', '<=', throughBatch)
    .execute();
  // Some of their rows may be there already: they are counted from here.
  const waiting = batches.filter(({ payload }) => payload !== null);
  const kept = waiting.map(({ payload }) => keptHours(payload ?? '[]', contractId, zone));
  const moved: UsedDay[][] = [];
  const numbers = waiting.map(({ batch_no }) => BigInt(batch_no));
  for (const piece of batchesBut(numbers, BigInt(throughBatch))) {
    const stored = await clickhouse.query<{ day: string; rows: string; quantity: string }>(
      `SELECT toString(${billingDaySql('bill_at', zone)}) AS day, count() AS rows, sum(quantity) AS quantity
       FROM usage_record WHERE contract_id = {contractId:String} AND ${inBatchesBut} GROUP BY day`,
      { contractId, ...piece },
    );
    moved.push(
      stored.map(({ day, rows, quantity }): UsedDay => {
        return { contractId, day: parseDay(day), rows: BigInt(rows), quantity: formatDecimal(quantity) };
      }),
    );
  }
  return {
    moved,
    pending: usedDaysOf(kept.flat()),
    acknowledged: batches.reduce((rows, batch) => rows + BigInt(batch.rows), 0n),
    // By batch: what is stored twice of another would make up for what cannot be read.
    isReadable: waiting.every(({ rows }, at) => kept[at]?.length === Number(rows)),
  };
}

async function keep(db: Db, contractId: string, counted: readonly (readonly UsedDay[])[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const contract = await lockContract(tx, contractId);
    const gone = await tx.deleteFrom('usage_to_count').where('contract_id', '=', contract.id).executeTakeFirstOrThrow();
    if (gone.numDeletedRows === 0n) return;
    for (const days of counted) await countUsedDays(tx, days);
  });
}
