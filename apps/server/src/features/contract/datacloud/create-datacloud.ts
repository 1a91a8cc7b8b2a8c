import type { CloudProvider, Edition } from '@usance/api/cloud';
import type { Datacloud } from '@usance/api/contract/datacloud';
import { datacloudId } from '@usance/api/contract/datacloud';
import type { Region } from '@usance/api/contract/region';
import { says } from '@usance/api/rule';
import type { Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import { conflict, invalidParameter } from '#platform/refusal.ts';
import { shareContract } from '../contract/contract.queries.ts';
import type { ContractRow } from '../contract/contract.ts';
import { findRegion, isOffered, regionOf } from '../region/region.ts';
import { keepDatacloudState } from './change-state.ts';
import { datacloudOf } from './datacloud.ts';
import { builtInProvisioner, type Provisioner } from './provisioner.ts';

export interface NewDatacloud {
  readonly contractId: string;
  readonly name: string;
  /** A region of ours, or for an imported contract a place in its provider's terms. */
  readonly regionID: string | { readonly cloud: CloudProvider; readonly region: string; readonly regionName: string };
  readonly edition: Edition;
  /** The creator's e-mail, for display. */
  readonly creator: string;
  /** The account that asks, if a person does. */
  readonly askedBy?: string;
}

/**
 * Creates a data cloud. Refuses an inactive contract, an unknown region, and a name that is taken, even at the same
 * time.
 */
export async function createDatacloud(
  work: Pick<Work, 'tx' | 'now'>,
  input: NewDatacloud,
  provisioner?: Provisioner,
): Promise<Datacloud> {
  return addDatacloud(work, await shareContract(work.tx, input.contractId), input, provisioner);
}

/** Creates a data cloud in a contract that the caller has locked or just created. */
export async function addDatacloud(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contract: ContractRow,
  input: Omit<NewDatacloud, 'contractId'>,
  provisioner: Provisioner = builtInProvisioner,
): Promise<Datacloud> {
  if (contract.state !== 'Active') {
    throw conflict('CONTRACT_STATE_CONFLICT', 'Data clouds can be created only in an active contract.');
  }
  const region = regionFor(contract, input.regionID);
  const row = await tx
    .insertInto('datacloud')
    .values({
      contract_id: contract.id,
      id: newId(datacloudId),
      name: input.name,
      state: 'CREATING',
      edition: input.edition,
      cloud: region.cloud,
      region: region.region,
      region_id: region.id,
      region_name: region.name,
      region_url: region.regionURL,
      creator: input.creator,
      created_at: now,
    })
    // A concurrent create waits here for the first one's commit, and then finds the name taken.
    .onConflict((taken) =>
      taken.columns(['region_id', 'name']).where('state', 'not in', ['DELETED', 'FAILED']).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  if (!row) throw conflict('DATACLOUD_EXISTS', 'A data cloud with this name exists in the region.', { field: 'name' });

  const outcome = await provisioner.order({ tx, now }, row, { kind: 'create', askedBy: input.askedBy });
  return datacloudOf(outcome === 'accepted' ? row : await keepDatacloudState({ tx, now }, row, outcome), contract.tags);
}

function regionFor(contract: ContractRow, wanted: NewDatacloud['regionID']): Region {
  if (typeof wanted !== 'string') return regionOf(wanted.cloud, wanted.region, wanted.regionName);
  const region = findRegion(wanted);
  if (!region || !isOffered(region, contract.service_type)) {
    throw invalidParameter('regionID', says('regionNotServing'));
  }
  return region;
}
