import { sql } from 'kysely';
import type { Db, Tx } from '#platform/postgres/database.ts';
import { databaseNow } from '#platform/postgres/database-now.ts';
import { lockContracts } from '../../../contract/contract/contract.queries.ts';
import type { ContractRow } from '../../../contract/contract/contract.ts';
import { type DirtyDay, dirtyDaysOf } from '../../billing-day/dirty-days.ts';
import { type LiveRun, liveRunsOf } from '../../billing-day/live-runs.ts';
import { type UsedDay, usedDaysIn } from '../../billing-day/used-days.ts';
import { boundsOf, type Group } from './group.ts';

/** The acknowledged usage of a group at one moment, like `Acknowledged` of one contract. */
export interface AcknowledgedGroup {
  readonly contracts: readonly ContractRow[];
  /** Every batch of these contracts that is acknowledged later has a higher number. */
  readonly throughBatch: bigint;
  readonly used: readonly UsedDay[];
  readonly marked: readonly DirtyDay[];
  /** The live runs at that moment, by contract. */
  readonly counting: ReadonlyMap<string, readonly LiveRun[]>;
  /** The batches that are not in the usage database yet. */
  readonly unmoved: readonly string[];
  readonly began: Date;
}

/** Reads under the locks of all the contracts, so that no batch of theirs is in flight. */
export function acknowledgedGroup(db: Db, group: Group): Promise<AcknowledgedGroup> {
  const ids = [...group.daysOf.keys()];
  const { first, last } = boundsOf(group);
  const isOfGroup = ({ contractId, day }: Pick<UsedDay, 'contractId' | 'day'>) =>
    group.daysOf.get(contractId)?.includes(day) === true;
  return db.transaction().execute(async (tx) => {
    const contracts = await lockContracts(tx, ids);
    const counting = await liveRunsOf(tx, ids, first, last);
    return {
      contracts,
      throughBatch: await newestBatch(tx, ids),
      used: (await usedDaysIn(tx, ids, first, last)).filter(isOfGroup),
      marked: (await dirtyDaysOf(tx, ids)).filter(isOfGroup),
      counting: new Map(
        [...counting].map(([contractId, runs]) => {
          return [contractId, runs.filter(({ day }) => isOfGroup({ contractId, day }))];
        }),
      ),
      unmoved: await unmovedBatches(tx, ids),
      began: await databaseNow(tx),
    };
  });
}

async function newestBatch(tx: Tx, contractIds: readonly string[]): Promise<bigint> {
  const { rows } = await sql<{ newest: string | null }>`
    select max(newest)::text as newest from unnest(${contractIds}::text[]) as given (id), lateral (
      select batch_no as newest from usage_batch where contract_id = given.id order by batch_no desc limit 1) as last`.execute(
    tx,
  );
  return BigInt(rows[0]?.newest ?? 0);
}

async function unmovedBatches(tx: Tx, contractIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ batch_no: string }>`
    select batch_no from usage_batch where moved_at is null and contract_id = any(${contractIds}::text[])
    order by batch_no`.execute(tx);
  return rows.map(({ batch_no }) => batch_no);
}
