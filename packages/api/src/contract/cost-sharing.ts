import * as z from 'zod/mini';
import { defineCalls, inPath } from '../call.ts';
import { needs } from '../rule.ts';
import { contractId, contractParams } from '../wire.ts';

/** True if every role on the contract reads the costs of its data clouds. By default only roles that read bills do. */
const costSharing = z.object({ contractId, shared: z.boolean() });
export type CostSharing = z.output<typeof costSharing>;

const at = {
  path: '/contracts/{id}/cost-sharing',
  contract: inPath,
  params: contractParams,
  reply: costSharing,
} as const;

export const costSharings = defineCalls('cost-sharing', {
  get: {
    ...at,
    method: 'GET',
    summary: 'Whether everyone with a role on a contract reads the costs of its data clouds',
    customer: 'contract.read',
    internal: 'read',
    admission: 'read',
  },
  update: {
    ...at,
    method: 'PUT',
    summary: 'Let everyone with a role on a contract read the costs of its data clouds, or only readers of bills',
    customer: 'contract.admin',
    locks: 'contract',
    admission: 'write',
    body: z.strictObject({ shared: z.boolean(needs('flag')) }),
  },
});
