import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { sortedBy } from '../sorted.ts';
import { contractId, idOf, instantText, lines, optionalLines, paged, paging, sensibleInstant } from '../wire.ts';
import { contractState } from './contract.ts';

export const contractLifecycleId = idOf('lc');

/** A step in the life of a contract: taken, planned, or withdrawn before its time. */
const contractLifecycle = z.object({
  id: contractLifecycleId,
  contractId,
  fromState: contractState,
  state: contractState,
  reason: z.string(),
  /** The contract that continues a renewed one. */
  successorId: z.optional(contractId),
  effectiveAt: instantText,
  progress: z.enum(['planned', 'taken', 'withdrawn', 'refused']),
  /** The reason why it could not be taken at its time. */
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
    summary: 'Move a contract to its next state, now or at a future time; a new plan does not replace an earlier one',
    refusals: ['CONTRACT_LIFECYCLE_CONFLICT', 'CONTRACT_NOT_FOUND', 'CONTRACT_STATE_CONFLICT'],
    body: z.strictObject({
      contractId,
      state: contractState,
      reason: lines(500),
      successorId: z.optional(contractId),
      /** Default: now. */
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
    summary: 'Change the time or reason of a planned step, or withdraw it; steps taken cannot be changed',
    refusals: ['CONTRACT_LIFECYCLE_CONFLICT', 'CONTRACT_LIFECYCLE_NOT_FOUND'],
    params: z.strictObject({ id: contractLifecycleId }),
    body: z.strictObject({
      reason: optionalLines(500),
      effectiveAt: z.optional(sensibleInstant),
      withdrawn: z.optional(z.literal(true)),
    }),
  },
});
