import * as z from 'zod/mini';
import { defineCalls, inPath } from '../call.ts';
import { cloudProvider } from '../cloud.ts';
import { email } from '../email.ts';
import { accountId } from '../people/account.ts';
import { sortedBy } from '../sorted.ts';
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
  wholeNumber,
} from '../wire.ts';
import { role } from './role.ts';
import { socialId } from './social-id.ts';

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
/** Days from the first of the month after the cycle to the due day: 6 is the 7th, 44 is net 45. */
export const dueDays = wholeNumber(2, 120);

/** The caller's permissions on the contract, which enable the console's buttons. */
const contractPermissions = z.object({
  canReadDataclouds: z.boolean(),
  canCreateDatacloud: z.boolean(),
  canDeleteDatacloud: z.boolean(),
  /** Reads rated usage with its amounts, but neither balances nor statements. */
  canReadCosts: z.boolean(),
  canReadBilling: z.boolean(),
  canManageBilling: z.boolean(),
  canAdminister: z.boolean(),
});

const contract = z.object({
  id: contractId,
  signID: z.string(),
  state: contractState,
  /** The e-mail and the account of its creator; empty if operators created it. */
  creator: z.string(),
  creatorID: z.string(),
  /** The name that its people use. */
  tags: z.string(),
  /** The name on paper; by default the same. */
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
  /** The billing version that it may move to, if any. */
  nextBillingVersion: z.optional(z.string()),
  /** The caller's roles and permissions; absent for internal callers. */
  roles: z.optional(z.array(role)),
  permissions: z.optional(contractPermissions),
});
export type Contract = z.output<typeof contract>;

/** The buyer's details known at the creation of the contract; the rest follows in the KYC form. */
const firstBuyer = z.strictObject({
  contactEmail: z.optional(email),
  contactPerson: z.optional(text(100, 0)),
  enterpriseName: z.optional(text(200, 0)),
  enterpriseSocialID: z.optional(socialId),
  juridicalPersonName: z.optional(text(100, 0)),
  juridicalPersonSocialID: z.optional(socialId),
});

const ofPeople = ['juridicalPersonSocialID'] as const;

/** The fields of both kinds of creation, beside the name. */
const paper = {
  name: optionalText(200),
  /** The date in the contract's number. */
  contractIDDate: z.optional(sensibleDay),
  /**
   * The seller and a bank account, as the paper names them. They appear in the audit of the creation only, and never as
   * payment instructions: anyone can create a contract, so only the trade defaults tell where to pay.
   */
  bankAccount: z.optional(text(100, 0)),
  seller: z.optional(text(200, 0)),
  serviceType: z._default(serviceType, 'saas'),
  /** The beginning of the contract; earlier usage is refused. Default: now. */
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
    reads: 'replica',
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
      /** The caller's own account; others are refused. */
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
    summary: 'Create a contract: active at once, or a draft for direct sales',
    body: z.strictObject({
      tags: text(100),
      ...paper,
      buyerType,
      buyerName: text(200),
      currency,
      state: z._default(z.enum(['Active', 'Draft']), 'Active'),
      /** The account that becomes the contract's first admin. */
      creatorID: z.optional(accountId),
      /** The first due date: days from the first of the next month to the due day of a statement; 6 means the 7th. */
      dueDays: z._default(dueDays, 6),
    }),
    reply: contract,
  },
});

/** The first request of the console's tiles, whose reply the server sends along with the page. */
export const contractTiles = { query: { pageSize: 999 } } as const;

/**
 * Returns the contracts whose matters stand on a page of several: those whose bills the reader may see, at most four,
 * since the page waits for their replies.
 */
export function toldContracts(all: readonly Contract[]): readonly Contract[] {
  return all.filter(({ permissions }) => permissions?.canReadBilling).slice(0, 4);
}
