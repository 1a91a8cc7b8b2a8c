import type { Contract } from '@usance/api/contract';
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

/** Where a step leads. */
export interface Step {
  readonly state: Contract['state'];
  readonly successorId?: string | undefined;
  readonly effectiveAt: Date;
}

/**
 * Takes a contract into another state; its successor is locked with it. Data clouds of one that comes to its end are paused:
 * what they would use is refused, and nobody would pay it. Those of one that is renewed go over to its successor and run on.
 * 409: it is no next state of this one; a renewed contract has no successor that goes on, without a gap; one that was used is
 * voided, which would leave what it used unpaid.
 */
export async function takeStep(
  work: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  { state, successorId, effectiveAt }: Step,
  provisioner: Provisioner,
): Promise<void> {
  const { tx } = work;
  if (!leadsTo(contract.state, state))
    throw stateConflict(`A contract in ${contract.state} does not go over to ${state}.`, contract);
  if (state === 'Invalid') await assertUnused(tx, contract);
  const endedAt = endsContract(state) ? notBeforeBeginning(contract, effectiveAt) : null;
  if (state === 'Renewed' && endedAt !== null) {
    const successor = await goingOn(tx, contract, successorId, endedAt);
    await changeState(tx, contract, { state, ended_at: endedAt });
    return moveDataclouds(tx, contract, successor, endedAt);
  }
  await changeState(tx, contract, { state, ended_at: endedAt });
  if (endedAt !== null) await pauseDataclouds(work, contract, provisioner);
}

/** The successor, which has begun by the end of this one: in between nobody would pay what data clouds use. */
async function goingOn(
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
    throw stateConflict('A contract is renewed by another one that is active, of the same currency.', contract);
  if (successor.commencing_on > endedAt)
    throw stateConflict('The contract that renews this one begins later than it ends.', contract);
  // They follow its account, which pauses or deletes them.
  if ((successor.service ?? 'running') !== 'running')
    throw stateConflict('The account of the contract that renews this one is suspended.', contract);
  return successor.id;
}

/** Nothing was used, stated or paid on it: then nobody can miss it. */
async function assertUnused(tx: Tx, contract: LockedContract): Promise<void> {
  const traces = await Promise.all(
    (['usage_batch', 'statement', 'posting'] as const).map((table) =>
      tx.selectFrom(table).select('contract_id').where('contract_id', '=', contract.id).limit(1).executeTakeFirst(),
    ),
  );
  if (traces.some((trace) => trace !== undefined))
    throw stateConflict('A contract that was used or paid is ended, not voided.', contract);
}

function stateConflict(message: string, { state }: LockedContract) {
  return conflict('CONTRACT_STATE_CONFLICT', message, { state });
}
