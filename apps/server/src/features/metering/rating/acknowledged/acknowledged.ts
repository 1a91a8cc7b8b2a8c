import type { Day } from '@usance/period/day';
import type { Db } from '#platform/postgres/database.ts';
import { databaseNow } from '#platform/postgres/database-now.ts';
import { lockContract } from '../../../contract/contract/contract.queries.ts';
import { type DirtyDay, dirtyDays } from '../../billing-day/dirty-days.ts';
import { type LiveRun, liveRuns } from '../../billing-day/live-runs.ts';
import { type UsedDay, usedDays } from '../../billing-day/used-days.ts';

/** The acknowledged usage of a stretch of days at one moment. A run that starts then must rate exactly this. */
export interface Acknowledged {
  /** All batches acknowledged later have a higher number. */
  readonly throughBatch: bigint;
  readonly used: readonly UsedDay[];
  readonly marked: readonly DirtyDay[];
  /** The live runs at that moment. */
  readonly counting: readonly LiveRun[];
  readonly began: Date;
}

/**
 * Reads under the contract's lock, so that no batch is in flight: a sender shares the lock before its batch gets a
 * number.
 */
export function acknowledgedOf(db: Db, contractId: string, days: readonly Day[]): Promise<Acknowledged> {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('A run rates at least one day');
  const touched = new Set<string>(days);
  return db.transaction().execute(async (tx) => {
    await lockContract(tx, contractId);
    const { newest } = await tx
      .selectFrom('usage_batch')
      .select((eb) => eb.fn.max('batch_no').as('newest'))
      .where('contract_id', '=', contractId)
      .executeTakeFirstOrThrow();
    return {
      throughBatch: BigInt(newest ?? 0),
      used: await usedDays(tx, contractId, first, last),
      marked: (await dirtyDays(tx, contractId)).filter(({ day }) => touched.has(day)),
      counting: await liveRuns(tx, contractId, first, last),
      began: await databaseNow(tx),
    };
  });
}
