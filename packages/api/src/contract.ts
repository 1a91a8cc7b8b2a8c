import * as z from 'zod/mini';
import { accountId } from './account.ts';
import { defineCalls, inPath } from './call.ts';
import { cloudProvider } from './cloud.ts';
import { dueDays } from './due-date.ts';
import { role } from './role.ts';
import { contractId, contractParams, currency, instantText, paged, paging, sensibleInstant, text } from './wire.ts';

const contractState = z.enum([
  'Invalid',
  'Active',
  'Draft',
  'LegalAudit',
  'Approved',
  'Signing',
  'Dropped',
  'End',
  'Renewed',
]);
const buyerType = z.enum(['E', 'P']);
const serviceType = z.enum(['saas', 'byoc']);
const billingZone = z.enum(['UTC', 'Asia/Shanghai']);

/** What the signed-in person may do on the contract; buttons ask this and never guess. */
const contractPermissions = z.object({
  canReadDataclouds: z.boolean(),
  canCreateDatacloud: z.boolean(),
  canReadBilling: z.boolean(),
  canManageBilling: z.boolean(),
  canAdminister: z.boolean(),
});

const contract = z.object({
  id: contractId,
  signID: z.string(),
  state: contractState,
  creator: z.string(),
  /** The contract's name as its people call it. */
  tags: z.string(),
  name: z.string(),
  buyerType,
  buyerName: z.string(),
  serviceType,
  commencingOn: instantText,
  currency,
  billingZone,
  marketplace: z.object({
    state: z.enum(['unknown', 'unsubscribed', 'subscribed', 'activated']),
    cloudProvider: z.optional(cloudProvider),
  }),
  /** Own roles and what they allow; absent for internal callers. */
  roles: z.optional(z.array(role)),
  permissions: z.optional(contractPermissions),
});
export type Contract = z.output<typeof contract>;

export const contracts = defineCalls('contract', {
  list: {
    method: 'GET',
    path: '/contracts',
    summary: 'Contracts on which the caller holds a role',
    customer: 'signed-in',
    admission: 'read',
    query: z.strictObject({
      ...paging,
      state: z.optional(contractState),
      buyerType: z.optional(buyerType),
      name: z.optional(text(200)),
    }),
    reply: paged(contract),
  },
  get: {
    method: 'GET',
    path: '/contracts/{id}',
    summary: 'One contract',
    customer: 'contract.read',
    contract: inPath,
    admission: 'read',
    params: contractParams,
    reply: contract,
  },
  createInternal: {
    internal: 'contract.write',
    admission: 'write',
    id: 'internal.contract.create',
    method: 'POST',
    path: '/contracts',
    summary: 'Create a contract that is active at once',
    body: z.strictObject({
      tags: text(100),
      buyerType,
      buyerName: text(200),
      currency,
      serviceType: z._default(serviceType, 'saas'),
      /** The account that becomes the contract's first admin. */
      creatorID: z.optional(accountId),
      /** When the contract begins; usage before it is refused. Now when absent. */
      signDate: z.optional(sensibleInstant),
      /** The due date it begins with: days from the first of the next month to the day a statement is due; 6 means the 7th. */
      dueDays: z._default(dueDays, 6),
    }),
    reply: contract,
  },
});

/** As many contracts as a page of tiles holds: the console asks so first, and its page brings the reply along. */
export const contractTiles = { query: { pageSize: 999 } } as const;
