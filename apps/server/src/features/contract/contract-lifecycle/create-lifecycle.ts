import type { ParsedBody } from '@usance/api/call';
import {
  type ContractLifecycle,
  contractLifecycleId,
  type contractLifecycles,
} from '@usance/api/contract/contract-lifecycle';
import { says } from '@usance/api/rule';
import type { WriteContext } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import { conflict, invalidParameter } from '#platform/refusal.ts';
import { getContract, lockContract } from '../contract/contract.queries.ts';
import { lifecycleOf } from './contract-lifecycle.ts';
import { takeStep } from './take-step.ts';

/** Takes a contract to another state, now or at a planned time. A planned step is checked only when it is due. */
export async function createLifecycle(
  { tx, now, provisioner }: Pick<WriteContext, 'tx' | 'now' | 'provisioner'>,
  { body }: { body: ParsedBody<typeof contractLifecycles.create> },
): Promise<ContractLifecycle> {
  if ((body.successorId !== undefined) !== (body.state === 'Renewed'))
    throw invalidParameter('successorId', says('successorOfRenewed'));
  const contract = await lockContract(tx, body.contractId, body.successorId);
  const effectiveAt = body.effectiveAt === undefined ? now : new Date(body.effectiveAt);
  if (effectiveAt < now) throw invalidParameter('effectiveAt', says('instantPassed'));
  const planned = effectiveAt > now;
  // The successor is checked when the step is due.
  if (planned && body.successorId !== undefined) await getContract(tx, body.successorId);
  if (!planned) await takeStep({ tx, now }, contract, { ...body, effectiveAt }, provisioner);
  const row = await tx
    .insertInto('contract_lifecycle')
    .values({
      contract_id: contract.id,
      id: newId(contractLifecycleId),
      from_state: contract.state,
      state: body.state,
      reason: body.reason,
      successor_id: body.successorId ?? null,
      effective_at: effectiveAt,
      progress: planned ? 'planned' : 'taken',
      refusal: null,
      created_at: now,
    })
    .onConflict((taken) => taken.column('contract_id').where('progress', '=', 'planned').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw conflict('CONTRACT_LIFECYCLE_CONFLICT', 'Another step of this contract is already planned.');
  return lifecycleOf(row);
}
