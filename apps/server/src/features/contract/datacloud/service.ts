import type { OwnAct } from '@usance/api/contract/audit-record';
import type { Work } from '#platform/context/context.ts';
import { auditOwnAct } from '#platform/http/calls/audit/audit-own-act.ts';
import type { LockedContract } from '../contract/contract.queries.ts';
import { deleteDataclouds, pauseDataclouds, resumeDataclouds } from './change-state.ts';
import type { DatacloudState } from './datacloud-state.ts';
import type { Provisioner } from './provisioner.ts';

/** The state that a contract wants for all its data clouds. */
export type Service = 'running' | 'paused' | 'deleted';

interface Bringing {
  readonly bring: typeof pauseDataclouds;
  readonly act: OwnAct;
  /** The states that differ from the wanted one. */
  readonly unfit: readonly DatacloudState[];
}

const bringing: Readonly<Record<Service, Bringing>> = {
  running: { bring: resumeDataclouds, act: 'datacloud.resume', unfit: ['PAUSED'] },
  paused: { bring: pauseDataclouds, act: 'datacloud.pause', unfit: ['CREATING', 'RUNNING'] },
  deleted: { bring: deleteDataclouds, act: 'datacloud.destroy', unfit: ['CREATING', 'RUNNING', 'PAUSED', 'DELETING'] },
};

/**
 * Brings the data clouds of a contract to the wanted state. Returns true once all are there; a controller may need
 * time or refuse, and is then asked again. Data clouds of an ended contract stay paused, and so do those that a budget
 * stopped.
 */
export async function bringDataclouds(
  work: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  wanted: Service,
  provisioner: Provisioner,
): Promise<boolean> {
  const service = wanted === 'running' && contract.ended_at !== null ? 'paused' : wanted;
  const { bring, act, unfit } = bringing[service];
  const changed = await bring(work, contract, provisioner);
  if (changed > 0) await auditOwnAct(work, { act, contractId: contract.id, of: contract.id });
  const underWay = await provisioner.underWay(work, contract.id);
  let left = work.tx
    .selectFrom('datacloud')
    .select('id')
    .where('contract_id', '=', contract.id)
    .where('state', 'in', unfit);
  if (service === 'running') left = left.where('stopped', '=', false);
  return underWay.size === 0 && (await left.limit(1).executeTakeFirst()) === undefined;
}
