import * as z from 'zod/mini';
import { accountId } from './account.ts';
import { defineCalls, inPath } from './call.ts';
import { cloudProvider } from './cloud.ts';
import { dueDays } from './due-date.ts';
import { email } from './email.ts';
import { role } from './role.ts';
import { socialId } from './social-id.ts';
import { sortedBy } from './sorted.ts';
import {
  contractId,
  contractParams,
  currency,
  instantText,
  optionalText,
  paged,
  paging,
  sensibleDay,
  sensibleInstant,
  text,
} from './wire.ts';

export const contractState = z.enum([
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
export const buyerType = z.enum(['E', 'P']);
const serviceType = z.enum(['saas', 'byoc']);
const billingZone = z.enum(['UTC', 'Asia/Shanghai']);

/** What the signed-in person may do on the contract; buttons ask this and never guess. */
const contractPermissions = z.object({
  canReadDataclouds: z.boolean(),
  canCreateDatacloud: z.boolean(),
  canDeleteDatacloud: z.boolean(),
  canReadBilling: z.boolean(),
  canManageBilling: z.boolean(),
  canAdminister: z.boolean(),
});

const contract = z.object({
  id: contractId,
  signID: z.string(),
  state: contractState,
  /** Who made it, by the e-mail that they sign in with, and their account; empty where people of the platform did. */
  creator: z.string(),
  creatorID: z.string(),
  /** The contract's name as its people call it. */
  tags: z.string(),
  /** What it is called on paper; the same where nobody said otherwise. */
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
  /** The billing version that it may go over to, where there is one. */
  nextBillingVersion: z.optional(z.string()),
  /** Own roles and what they allow; absent for internal callers. */
  roles: z.optional(z.array(role)),
  permissions: z.optional(contractPermissions),
});
export type Contract = z.output<typeof contract>;

/** Who buys, as far as it is known when a contract is made; the rest is said in its legal entity information. */
const firstBuyer = z.strictObject({
  contactEmail: z.optional(email),
  contactPerson: z.optional(text(100, 0)),
  enterpriseName: z.optional(text(200, 0)),
  enterpriseSocialID: z.optional(socialId),
  juridicalPersonName: z.optional(text(100, 0)),
  juridicalPersonSocialID: z.optional(socialId),
});

const ofPeople = ['juridicalPersonSocialID'] as const;

/** What both sides may say of a contract that they make, beside its name. */
const paper = {
  name: optionalText(200),
  /** The day that its number is counted on. */
  contractIDDate: z.optional(sensibleDay),
  /**
   * What the paper says of who sells, and of a bank account. It is kept, and told where the audit tells that the contract was
   * made; never as where to pay, since whoever makes a contract says it: that are the trade defaults alone.
   */
  bankAccount: z.optional(text(100, 0)),
  seller: z.optional(text(200, 0)),
  serviceType: z._default(serviceType, 'saas'),
  /** When the contract begins; usage before it is refused. Now when absent. */
  signDate: z.optional(sensibleInstant),
  buyer: z.optional(firstBuyer),
};

export const contracts = defineCalls('contract', {
  list: {
    method: 'GET',
    path: '/contracts',
    summary: 'Contracts on which the caller holds a role',
    customer: 'signed-in',
    admission: 'read',
    query: z.strictObject({
      ...paging,
      ...sortedBy('gmtCreated', 'commencingOn', 'signID', 'tags'),
      state: z.optional(contractState),
      buyerType: z.optional(buyerType),
      name: optionalText(200),
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
  create: {
    method: 'POST',
    path: '/contracts',
    summary: 'Create a contract of your own, active at once',
    customer: 'signed-in',
    admission: 'write',
    refusals: ['NO_PERMISSION'],
    hides: ofPeople,
    body: z.strictObject({
      tags: text(100),
      ...paper,
      /** Oneself: nobody makes a contract for another here. */
      creatorID: z.optional(accountId),
      currency: z._default(currency, 'USD'),
    }),
    reply: contract,
  },
  createInternal: {
    internal: 'contract.write',
    admission: 'write',
    id: 'internal.contract.create',
    method: 'POST',
    path: '/contracts',
    hides: ofPeople,
    summary: 'Create a contract: active at once, or a draft that direct sales take further',
    body: z.strictObject({
      tags: text(100),
      ...paper,
      buyerType,
      buyerName: text(200),
      currency,
      state: z._default(z.enum(['Active', 'Draft']), 'Active'),
      /** The account that becomes the contract's first admin. */
      creatorID: z.optional(accountId),
      /** The due date it begins with: days from the first of the next month to the day a statement is due; 6 means the 7th. */
      dueDays: z._default(dueDays, 6),
    }),
    reply: contract,
  },
});

/** As many contracts as a page of tiles holds: the console asks so first, and its page brings the reply along. */
export const contractTiles = { query: { pageSize: 999 } } as const;
