import type { ParsedBody, ParsedParams } from '@usance/api/call';
import type { ContractLifecycle, contractLifecycles } from '@usance/api/contract/contract-lifecycle';
import { says } from '@usance/api/rule';
import type { Work } from '#platform/context/context.ts';
import { conflict, invalidParameter, notFound } from '#platform/refusal.ts';
import { lifecycleOf } from './contract-lifecycle.ts';

/** Changes the time or reason of a planned step, or withdraws it; 409 if it is no longer planned. */
export async function updateLifecycle(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  input: {
    params: ParsedParams<typeof contractLifecycles.update>;
    body: ParsedBody<typeof contractLifecycles.update>;
  },
): Promise<ContractLifecycle> {
  const { reason, effectiveAt, withdrawn } = input.body;
  const row = await tx
    .selectFrom('contract_lifecycle')
    .selectAll()
    .where('id', '=', input.params.id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('CONTRACT_LIFECYCLE_NOT_FOUND');
  if (row.progress !== 'planned')
    throw conflict('CONTRACT_LIFECYCLE_CONFLICT', 'This step is no longer planned.', { progress: row.progress });
  if (effectiveAt !== undefined && new Date(effectiveAt) <= now)
    throw invalidParameter('effectiveAt', says('instantPassed'));
  const changed = await tx
    .updateTable('contract_lifecycle')
    .set({
      reason: reason ?? row.reason,
      effective_at: effectiveAt === undefined ? row.effective_at : new Date(effectiveAt),
      progress: withdrawn ? 'withdrawn' : 'planned',
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return lifecycleOf(changed);
}
