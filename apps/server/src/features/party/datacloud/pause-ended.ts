import { sql } from 'kysely';
import type { Deps } from '../../../platform/context/context.ts';
import { auditOwnAct } from '../../../platform/http/calls/audit-own-act.ts';
import { lockContract } from '../contract/contract.queries.ts';
import { pauseDataclouds } from './change-state.ts';
import type { Provisioner } from './provisioner.ts';

/** How many contracts are looked at in one round; the others' turn comes when these are paused. */
const mostAtOnce = 1_000;

/**
 * Pauses what still runs of contracts that have come to their end, whose usage is refused: a controller has refused to, or
 * they ended before this was done with them. One that fails holds up no other, and is looked at again in the next round.
 */
export async function pauseEnded(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  now: Date,
  provisioner: Provisioner,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select contract.id from contract
    where ended_at is not null and exists (
      select from datacloud
      where datacloud.contract_id = contract.id and state in ('CREATING', 'RUNNING')
        and not exists (select from datacloud_order as wanted
          where wanted.contract_id = datacloud.contract_id and datacloud_id = datacloud.id
            and progress = 'open' and kind = 'pause'))
    order by contract.id limit ${mostAtOnce}`.execute(db);
  for (const { id } of rows)
    try {
      await db.transaction().execute(async (tx) => {
        const work = { tx, now };
        const paused = await pauseDataclouds(work, await lockContract(tx, id), provisioner);
        if (paused > 0) await auditOwnAct(work, { act: 'datacloud.pause', contractId: id, of: id });
      });
    } catch (error) {
      log.error({ contractId: id, err: error }, 'data clouds of a contract that has ended could not be paused');
    }
}
