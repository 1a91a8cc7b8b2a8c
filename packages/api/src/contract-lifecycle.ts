import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { contractState } from './contract.ts';
import { sortedBy } from './sorted.ts';
import { contractId, idOf, instantText, lines, optionalLines, paged, paging, sensibleInstant } from './wire.ts';

export const contractLifecycleId = idOf('lc');

/** A step in the life of a contract: taken, planned, or withdrawn before its time came. */
const contractLifecycle = z.object({
  id: contractLifecycleId,
  contractId,
  fromState: contractState,
  state: contractState,
  reason: z.string(),
  /** The contract that goes on in its stead, where it is renewed. */
  successorId: z.optional(contractId),
  effectiveAt: instantText,
  progress: z.enum(['planned', 'taken', 'withdrawn', 'refused']),
  /** Why it could not be taken when its time came. */
  refusal: z.optional(z.string()),
  gmtCreated: instantText,
});
export type ContractLifecycle = z.output<typeof contractLifecycle>;

const write = { internal: 'contract.write', admission: 'write', reply: contractLifecycle } as const;

export const contractLifecycles = defineCalls('contract-lifecycle', {
  create: {
    ...write,
    method: 'POST',
    path: '/contract-lifecycles',
    summary: 'Take a contract into its next state, now or at a time to come; a later plan replaces no earlier one',
    refusals: ['CONTRACT_LIFECYCLE_CONFLICT', 'CONTRACT_NOT_FOUND', 'CONTRACT_STATE_CONFLICT'],
    body: z.strictObject({
      contractId,
      state: contractState,
      reason: lines(500),
      successorId: z.optional(contractId),
      /** Now when absent. */
      effectiveAt: z.optional(sensibleInstant),
    }),
  },
  list: {
    internal: 'read',
    method: 'GET',
    path: '/contract-lifecycles',
    summary: 'Steps in the lives of contracts, the newest first',
    admission: 'read',
    query: z.strictObject({
      ...paging,
      ...sortedBy('gmtCreated', 'effectiveAt', 'contractId'),
      contractId: z.optional(contractId),
      progress: z.optional(contractLifecycle.shape.progress),
    }),
    reply: paged(contractLifecycle),
  },
  update: {
    ...write,
    method: 'PUT',
    path: '/contract-lifecycles/{id}',
    summary: 'Plan a step for another time or reason, or withdraw it; what was taken stays',
    refusals: ['CONTRACT_LIFECYCLE_CONFLICT', 'CONTRACT_LIFECYCLE_NOT_FOUND'],
    params: z.strictObject({ id: contractLifecycleId }),
    body: z.strictObject({
      reason: optionalLines(500),
      effectiveAt: z.optional(sensibleInstant),
      withdrawn: z.optional(z.literal(true)),
    }),
  },
});
