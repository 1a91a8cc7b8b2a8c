import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../contract/contract.queries.ts';
import { livingOf, turn } from './change-state.ts';
import type { DatacloudRow } from './datacloud.ts';
import { headingFor } from './heading.ts';
import type { Provisioner } from './provisioner.ts';

/**
 * Pauses the wanted data clouds of a contract, which then stay paused whatever the account does, and frees the others
 * that were stopped before; the account resumes those. Repeating it changes nothing. Returns how many are paused now
 * (controllers report the others later), and how many were freed.
 */
export async function bringStopped(
  work: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  wanted: ReadonlySet<string>,
  provisioner: Provisioner,
): Promise<{ paused: number; freed: number }> {
  const underWay = await provisioner.underWay(work, contract.id);
  const turned = { paused: 0, freed: 0 };
  for (const row of await livingOf(work, contract)) {
    const isWanted = wanted.has(row.id);
    if (isWanted !== row.stopped) await keepStopped(work, row, isWanted);
    if (row.stopped && !isWanted) turned.freed += 1;
    const runs = headingFor(row.state, underWay.get(row.id)) === 'RUNNING';
    if (isWanted && runs && (await turn(work, row, 'pause', provisioner))) turned.paused += 1;
  }
  return turned;
}

async function keepStopped({ tx }: Pick<Work, 'tx'>, { contract_id, id }: DatacloudRow, stopped: boolean) {
  await tx
    .updateTable('datacloud')
    .set({ stopped })
    .where('contract_id', '=', contract_id)
    .where('id', '=', id)
    .execute();
}
