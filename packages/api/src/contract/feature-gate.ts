import * as z from 'zod/mini';
import { defineCalls, inPath } from '../call.ts';
import { needs, says } from '../rule.ts';
import { sortedBy } from '../sorted.ts';
import { boolParam, contractId, contractParams, idOf, idsOf, instantText, paged, paging } from '../wire.ts';

export const featureGateId = idOf('fg');
/** Lower-case letters, digits and hyphens: `new-cost-analysis`. */
const feature = z
  .string(says('required'))
  .check(
    z.maxLength(64, { error: says('longest', { max: 64 }), abort: true }),
    z.regex(/^[a-z][a-z0-9-]*$/, says('featureName')),
  );

/**
 * Opens or closes an unreleased feature for one contract, or for all without a gate of their own. A feature without a
 * gate is closed. No released feature checks a gate; gates are for trying out new ones.
 */
const featureGate = z.object({
  id: featureGateId,
  feature: z.string(),
  contractId: z.nullable(contractId),
  isOpen: z.boolean(),
  gmtCreated: instantText,
});
export type FeatureGate = z.output<typeof featureGate>;

const write = { internal: 'contract.write', admission: 'write', path: '/feature-gates' } as const;

export const featureGates = defineCalls('feature-gate', {
  create: {
    ...write,
    method: 'POST',
    summary: 'Open or close a feature, for a contract or for all',
    refusals: ['CONTRACT_NOT_FOUND', 'FEATURE_GATE_CONFLICT'],
    body: z.strictObject({
      feature,
      contractId: z.optional(contractId),
      isOpen: z._default(z.boolean(needs('flag')), true),
    }),
    reply: featureGate,
  },
  delete: {
    ...write,
    method: 'DELETE',
    summary: 'Delete gates, all or none',
    refusals: ['FEATURE_GATE_NOT_FOUND'],
    query: z.strictObject({ ids: idsOf(featureGateId) }),
    reply: z.object({ deleted: z.int() }),
  },
  listAll: {
    internal: 'read',
    method: 'GET',
    path: '/feature-gates',
    summary: 'All gates, the newest first',
    admission: 'read',
    query: z.strictObject({
      ...paging,
      ...sortedBy('gmtCreated', 'feature', 'contractId'),
      feature: z.optional(feature),
      contractId: z.optional(contractId),
      isOpen: z.optional(boolParam),
    }),
    reply: paged(featureGate),
  },
  list: {
    method: 'GET',
    path: '/contracts/{id}/feature-gates',
    summary: 'The open and closed features of a contract; a feature without a gate is closed',
    customer: 'contract.read',
    contract: inPath,
    admission: 'read',
    params: contractParams,
    reply: z.object({ items: z.array(z.object({ feature: z.string(), isOpen: z.boolean() })) }),
  },
});
