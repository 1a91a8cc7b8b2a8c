import * as z from 'zod/mini';
import { defineCalls, inPath } from '../call.ts';
import { sortedBy } from '../sorted.ts';
import { contractId, contractParams, idOf, instantText, paged, paging } from '../wire.ts';

export const contractBillingVersionId = idOf('cbv');
/** The versions of the platform's billing, in order. A new contract has the newest. */
export const billingVersion = z.enum(['v1', 'v2']);
export type BillingVersion = z.output<typeof billingVersion>;

/** A contract's billing version, from an instant on. */
const contractBillingVersion = z.object({
  id: contractBillingVersionId,
  contractId,
  billingVersion,
  effectiveFrom: instantText,
  /** The account's e-mail; empty if operators decided. */
  creator: z.string(),
  gmtCreated: instantText,
});
export type ContractBillingVersion = z.output<typeof contractBillingVersion>;

export const billingVersions = defineCalls('billing-version', {
  create: {
    method: 'POST',
    path: '/contracts/{id}/contract-billing-versions',
    summary: 'Move a contract to the next billing version',
    customer: 'contract.admin',
    internal: 'contract.write',
    contract: inPath,
    locks: 'contract',
    admission: 'write',
    refusals: ['BILLING_VERSION_CONFLICT', 'CONTRACT_STATE_CONFLICT'],
    params: contractParams,
    body: z.strictObject({ billingVersion }),
    reply: contractBillingVersion,
  },
  list: {
    method: 'GET',
    path: '/contracts/{id}/contract-billing-versions',
    summary: 'The past and present billing versions of a contract, the newest first',
    customer: 'billing.read',
    contract: inPath,
    admission: 'read',
    params: contractParams,
    query: z.strictObject({ ...paging, ...sortedBy('billingVersion', 'effectiveFrom', 'gmtCreated') }),
    reply: paged(contractBillingVersion),
  },
  upgradeNotification: {
    method: 'GET',
    path: '/contracts/{id}/contract-billing-upgrade-notification',
    summary: 'Whether a contract may move to another billing version, and to which',
    customer: 'contract.read',
    contract: inPath,
    admission: 'read',
    params: contractParams,
    reply: z.object({ hasNotification: z.boolean(), nextBillingVersion: z.optional(billingVersion) }),
  },
  listAll: {
    internal: 'read',
    id: 'internal.billing-version.list',
    method: 'GET',
    path: '/contract-billing-versions',
    summary: 'The billing version of each contract',
    admission: 'read',
    query: z.strictObject({
      ...paging,
      ...sortedBy('gmtCreated', 'billingVersion', 'effectiveFrom', 'contractId'),
      contractId: z.optional(contractId),
      billingVersion: z.optional(billingVersion),
    }),
    reply: paged(contractBillingVersion),
  },
});
