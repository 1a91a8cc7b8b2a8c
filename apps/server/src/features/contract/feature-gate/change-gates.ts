import type { CallReply, ParsedBody, ParsedQuery } from '@usance/api/call';
import { type FeatureGate, featureGateId, type featureGates } from '@usance/api/contract/feature-gate';
import type { Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { getContract } from '../contract/contract.queries.ts';
import { featureGateOf } from './feature-gate.queries.ts';

/** Opens or closes a feature; 409 if it has a gate, which must be deleted first. */
export async function addGate(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { body: { feature, contractId, isOpen } }: { body: ParsedBody<typeof featureGates.create> },
): Promise<FeatureGate> {
  if (contractId !== undefined) await getContract(tx, contractId);
  const row = await tx
    .insertInto('feature_gate')
    .values({ id: newId(featureGateId), feature, contract_id: contractId ?? null, is_open: isOpen, created_at: now })
    .onConflict((there) => there.constraint('feature_gate_once').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw conflict('FEATURE_GATE_CONFLICT', 'This feature already has a gate.', { field: 'feature' });
  return featureGateOf(row);
}

/** Deletes gates, or none with 404 if one does not exist. */
export async function deleteGates(
  { tx }: Pick<Work, 'tx'>,
  { query: { ids } }: { query: ParsedQuery<typeof featureGates.delete> },
): Promise<CallReply<typeof featureGates.delete>> {
  const wanted = [...new Set(ids)];
  const gone = await tx.deleteFrom('feature_gate').where('id', 'in', wanted).returning('id').execute();
  if (gone.length < wanted.length) throw notFound('FEATURE_GATE_NOT_FOUND');
  return { deleted: gone.length };
}
