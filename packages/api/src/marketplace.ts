import * as z from 'zod/mini';
import { billingRead, defineCalls, inPath } from './call.ts';
import { cloudProvider } from './cloud.ts';
import { sortedBy } from './sorted.ts';
import {
  contractId,
  contractParams,
  currency,
  exactDecimal,
  exactText,
  idOf,
  instantText,
  listParam,
  noContent,
  paged,
  paging,
  rangeQuery,
  sensibleInstant,
} from './wire.ts';

/** A registration token as a marketplace gives it to a buyer's browser. */
const token = exactText(2_000);
const presented = { token, cloudProvider };

/** Whether a link reports usage by the product's code or by the buyer's licence: the same hour under both is billed twice. */
const metersBy = z.enum(['product', 'licence']);
export type MetersBy = z.output<typeof metersBy>;

const link = z.object({
  state: z.enum(['unknown', 'subscribed', 'activated', 'unsubscribed']),
  cloudProvider: z.optional(cloudProvider),
  gmtActivated: z.optional(instantText),
  /** The e-mail of who linked the contract. */
  operator: z.optional(z.string()),
  /** The buyer's account at the cloud, and the subscription or licence there. */
  accountID: z.optional(z.string()),
  instanceID: z.optional(z.string()),
});
export type MarketplaceLink = z.output<typeof link>;

export const marketplaceLinkId = idOf('mkl');
const keptLink = z.object({
  ...link.shape,
  id: marketplaceLinkId,
  contractId,
  product: z.string(),
  metersBy,
  /** From this instant on usage is reported another way. */
  nextMetersBy: z.optional(z.object({ metersBy, from: instantText })),
  gmtEnded: z.nullable(instantText),
});
export type KeptMarketplaceLink = z.output<typeof keptLink>;

export const marketplaceNotificationId = idOf('mnt');
const notificationSource = z.enum(['sns', 'eventbridge', 'azure']);
const notification = z.object({
  id: marketplaceNotificationId,
  source: notificationSource,
  action: z.string(),
  product: z.string(),
  customer: z.string(),
  /** When the marketplace says that it happened. */
  gmtTold: instantText,
  gmtCreated: instantText,
  /** `outdated`: a later message was applied before; `ambiguous`: it does not say which of several licences it is of. */
  outcome: z.enum(['applied', 'outdated', 'unknown', 'ambiguous']),
});
export type MarketplaceNotification = z.output<typeof notification>;

const product = z.object({
  cloudProvider,
  product: z.string(),
  dimension: z.string(),
  /** What one unit of the dimension costs at the marketplace. */
  unit: exactDecimal,
  currency,
  maxAgeHours: z.int(),
});

/** A service of a marketplace posts it, and names it text/plain or JSON as it likes. */
const message = z.record(z.string(), z.unknown());

export const marketplaces = defineCalls('marketplace', {
  receive: {
    method: 'POST',
    path: '/marketplace',
    summary:
      'Where AWS Marketplace has a buyer’s browser bring a registration token; it goes on to the console with it',
    customer: 'anyone',
    admission: 'read',
    formFromElsewhere: true,
    passesBy: { refusedTo: '/marketplace' },
    body: z.object({ 'x-amzn-marketplace-token': token }),
    reply: noContent,
  },
  status: {
    method: 'GET',
    path: '/marketplace',
    summary: 'Whether a registration token can be linked to a contract; the same answer until the token expires',
    customer: 'signed-in',
    admission: 'read',
    refusals: ['NOT_IMPLEMENTED'],
    query: z.strictObject(presented),
    reply: z.object({ status: z.enum(['subscribing', 'subscribed', 'activated', 'unsubscribed']) }),
  },
  notify: {
    method: 'POST',
    path: '/marketplace/sns',
    summary:
      'Where marketplaces tell of subscriptions: SNS, EventBridge, and Azure’s webhook, each proved in its own way',
    customer: 'anyone',
    admission: 'write',
    refusals: ['MARKETPLACE_CONFLICT', 'NO_PERMISSION'],
    jsonInPlainText: true,
    largestBody: 256 * 1024,
    body: message,
    reply: noContent,
  },
  activate: {
    method: 'POST',
    path: '/contracts/{id}/marketplace',
    summary:
      'Link a contract to the subscription of a registration token: the marketplace bills its usage from then on',
    customer: 'contract.admin',
    contract: inPath,
    admission: 'write',
    refusals: [
      'CONTRACT_STATE_CONFLICT',
      'CURRENCY_CONFLICT',
      'MARKETPLACE_ALREADY_LINKED',
      'MARKETPLACE_CONFLICT',
      'NOT_IMPLEMENTED',
    ],
    hides: ['token'],
    params: contractParams,
    body: z.strictObject(presented),
    reply: link,
  },
  get: {
    ...billingRead,
    path: '/contracts/{id}/marketplace',
    summary: 'How a contract stands with a marketplace: linked, no longer, or never',
    params: contractParams,
    reply: link,
  },
  list: {
    method: 'GET',
    path: '/marketplaces',
    summary: 'The links of contracts to marketplaces, those that have ended too',
    internal: 'read',
    admission: 'read',
    query: z.strictObject({
      ...paging,
      cloudProvider: z.optional(cloudProvider),
      states: z.optional(listParam(z.enum(['activated', 'unsubscribed']))),
      ...sortedBy('gmtActivated', 'contractId'),
    }),
    reply: paged(keptLink),
  },
  config: {
    method: 'GET',
    path: '/marketplaces/config',
    summary: 'The products that this installation sells through marketplaces, and in what it reports their usage',
    internal: 'read',
    admission: 'read',
    reply: z.object({ products: z.array(product) }),
  },
  notifications: {
    method: 'GET',
    path: '/marketplaces/notifications',
    summary: 'What marketplaces have told, the newest first, and what came of it',
    internal: 'read',
    admission: 'read',
    query: z.strictObject({
      ...paging,
      ...rangeQuery,
      sources: z.optional(listParam(notificationSource)),
      ...sortedBy('gmtCreated', 'gmtTold'),
    }),
    reply: paged(notification),
  },
  meterBy: {
    method: 'PUT',
    path: '/contracts/{id}/marketplace/meters-by',
    summary: 'Report the usage of a link by licence instead of by product, or back, from a full hour to come on',
    internal: 'contract.write',
    contract: inPath,
    admission: 'write',
    refusals: ['MARKETPLACE_NOT_FOUND', 'MARKETPLACE_CONFLICT'],
    params: contractParams,
    body: z.strictObject({ metersBy, from: sensibleInstant }),
    reply: keptLink,
  },
});
