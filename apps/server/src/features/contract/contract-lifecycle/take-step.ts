import type { Contract } from '@usance/api/contract/contract';
import type { Work } from '#platform/context/context.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { conflict } from '#platform/refusal.ts';
import { changeState } from '../contract/change-contract.ts';
import type { LockedContract } from '../contract/contract.queries.ts';
import { notBeforeBeginning } from '../contract/contract.ts';
import { pauseDataclouds } from '../datacloud/change-state.ts';
import { moveDataclouds } from '../datacloud/move-dataclouds.ts';
import type { Provisioner } from '../datacloud/provisioner.ts';
import { endsContract, leadsTo } from './contract-lifecycle.ts';

/** The target of a step. */
export interface Step {
  readonly state: Contract['state'];
  readonly successorId?: string | undefined;
  readonly effectiveAt: Date;
}

/**
 * Takes a contract to another state and locks its successor with it. Data clouds of an ending contract are paused,
 * since their usage would be refused and unpaid. Data clouds of a renewed contract run on under the successor.
 * Refuses with 409: a state that does not follow; a renewal without an active successor, or with a gap; voiding a
 * contract that was used.
 */
export async function takeStep(
  work: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  { state, successorId, effectiveAt }: Step,
  provisioner: Provisioner,
): Promise<void> {
  const { tx } = work;
  if (!leadsTo(contract.state, state))
    throw stateConflict(`A contract in state ${contract.state} cannot change to ${state}.`, contract);
  if (state === 'Invalid') await assertUnused(tx, contract);
  const endedAt = endsContract(state) ? notBeforeBeginning(contract, effectiveAt) : null;
  if (state === 'Renewed' && endedAt !== null) {
    const successor = await activeSuccessor(tx, contract, successorId, endedAt);
    await changeState(tx, contract, { state, ended_at: endedAt });
    return moveDataclouds(tx, contract, successor, endedAt);
  }
  await changeState(tx, contract, { state, ended_at: endedAt });
  if (endedAt !== null) await pauseDataclouds(work, contract, provisioner);
}

/** Returns the successor, which must begin before this contract ends: usage in a gap would be unpaid. */
async function activeSuccessor(
  tx: Tx,
  contract: LockedContract,
  successorId: string | undefined,
  endedAt: Date,
): Promise<string> {
  const successor = await tx
    .selectFrom('contract')
    .leftJoin('account_period', 'account_period.contract_id', 'contract.id')
    .select(['id', 'state', 'currency', 'commencing_on', 'service'])
    .where('id', '=', successorId ?? '')
    .executeTakeFirst();
  if (successorId === contract.id || successor?.state !== 'Active' || successor.currency !== contract.currency)
    throw stateConflict('Only another active contract of the same currency can renew this one.', contract);
  if (successor.commencing_on > endedAt)
    throw stateConflict('The renewing contract begins after this one ends.', contract);
  // The data clouds follow the successor's account, which would pause or delete them.
  if ((successor.service ?? 'running') !== 'running')
    throw stateConflict('The account of the renewing contract is suspended.', contract);
  return successor.id;
}

/** Requires that the contract has no usage, statement or posting: voiding it would lose them. */
async function assertUnused(tx: Tx, contract: LockedContract): Promise<void> {
  const traces = await Promise.all(
    (['usage_batch', 'statement', 'posting'] as const).map((table) =>
      tx.selectFrom(table).select('contract_id').where('contract_id', '=', contract.id).limit(1).executeTakeFirst(),
    ),
  );
  if (traces.some((trace) => trace !== undefined))
    throw stateConflict('A contract with usage or payments can be ended, but not voided.', contract);
}

function stateConflict(message: string, { state }: LockedContract) {
  return conflict('CONTRACT_STATE_CONFLICT', message, { state });
}
