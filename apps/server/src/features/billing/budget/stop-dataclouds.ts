import { sql } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import { auditOwnAct } from '#platform/http/calls/audit/audit-own-act.ts';
import type { Db } from '#platform/postgres/database.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { bringStopped } from '../../contract/datacloud/bring-stopped.ts';
import type { Provisioner } from '../../contract/datacloud/provisioner.ts';
import { followAtOnce } from '../account-period/follow-dataclouds.ts';
import { decideStopped } from './decide-stopped.ts';

/** Returns the contracts whose data clouds a budget may stop or has stopped: of all, or the given one if it is. */
export async function contractsToStop(db: Db, contractId?: string): Promise<string[]> {
  const chosen = contractId === undefined ? sql`` : sql`and contract_id = ${contractId}`;
  const { rows } = await sql<{ contract_id: string }>`
    select contract_id from budget
    where at_limit = 'stop' and spent >= amount and gone_on_in is distinct from month ${chosen}
    union
    select contract_id from datacloud where stopped ${chosen}
    order by contract_id`.execute(db);
  return rows.map(({ contract_id }) => contract_id);
}

/**
 * Pauses the data clouds of budgets that are stopped this month, and lets the others that a budget had stopped follow
 * the account again. A controller may need time or refuse; the next round asks it again.
 */
export async function stopDataclouds(
  work: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  provisioner: Provisioner,
): Promise<void> {
  const { paused, freed } = await bringStopped(work, contract, await decideStopped(work, contract), provisioner);
  if (paused > 0) await auditOwnAct(work, { act: 'datacloud.pause', contractId: contract.id, of: contract.id });
  if (freed > 0) await followAtOnce(work, contract, provisioner);
}
