import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import { auditOwnAct } from '#platform/http/calls/audit/audit-own-act.ts';
import type { Db } from '#platform/postgres/database.ts';
import { lockContract } from '../contract/contract.queries.ts';
import { pauseDataclouds } from './change-state.ts';

/**
 * Pauses data clouds that still run in ended contracts, whose usage is refused: a controller refused the pause, or
 * the contract ended without one. A failure holds up no other and is retried in the next round.
 */
export async function pauseEnded(
  deps: Pick<Deps, 'db' | 'log' | 'provisioner'>,
  now: Date,
  atOnce = 1_000,
): Promise<void> {
  // Goes through all of them in one round: a limit could be filled by those that fail for ever.
  for (let after: string | undefined = ''; after !== undefined; ) {
    const ids = await stillRunning(deps.db, after, atOnce);
    for (const id of ids) await pauseOne(deps, now, id);
    after = ids.at(atOnce - 1);
  }
}

async function stillRunning(db: Db, after: string, atOnce: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select contract.id from contract
    where ended_at is not null and contract.id > ${after} and exists (
      select from datacloud
      where datacloud.contract_id = contract.id and state in ('CREATING', 'RUNNING')
        and not exists (select from datacloud_order as wanted
          where wanted.contract_id = datacloud.contract_id and datacloud_id = datacloud.id
            and progress = 'open' and kind = 'pause'))
    order by contract.id limit ${atOnce}`.execute(db);
  return rows.map(({ id }) => id);
}

async function pauseOne({ db, log, provisioner }: Pick<Deps, 'db' | 'log' | 'provisioner'>, now: Date, id: string) {
  try {
    await db.transaction().execute(async (tx) => {
      const work = { tx, now };
      const paused = await pauseDataclouds(work, await lockContract(tx, id), provisioner);
      if (paused > 0) await auditOwnAct(work, { act: 'datacloud.pause', contractId: id, of: id });
    });
  } catch (error) {
    log.error({ contractId: id, err: error }, 'pausing the data clouds of an ended contract failed');
  }
}
