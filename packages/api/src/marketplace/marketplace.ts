import * as z from 'zod/mini';
import { billingRead, defineCalls, inPath } from '../call.ts';
import { cloudProvider } from '../cloud.ts';
import { sortedBy } from '../sorted.ts';
import {
  contractId,
  contractParams,
  currency,
  exactDecimal,
  exactText,
  idOf,
  idsOf,
  instantText,
  listParam,
  noContent,
  paged,
  paging,
  rangeQuery,
  sensibleInstant,
  text,
} from '../wire.ts';
import {
  adjustmentStatement,
  hourDecision,
  hourlyStatement,
  hourState,
  marketplaceHourId,
  reconciledHour,
  takenUsage,
} from './marketplace-hour.ts';
import { keptMarketplaceLink, marketplaceLink, metersBy } from './marketplace-link.ts';

/** A registration token from a marketplace, carried by a buyer's browser. */
const token = exactText(2_000);
const presented = { token, cloudProvider };

export const marketplaceNotificationId = idOf('mnt');
const notificationSource = z.enum(['sns', 'eventbridge', 'azure']);
const notification = z.object({
  id: marketplaceNotificationId,
  source: notificationSource,
  action: z.string(),
  product: z.string(),
  customer: z.string(),
  /** The time of the event according to the marketplace. */
  gmtTold: instantText,
  gmtCreated: instantText,
  /**
   * `outdated`: a later message was applied before; `ambiguous`: it does not tell which of several licences it
   * concerns.
   */
  outcome: z.enum(['applied', 'outdated', 'unknown', 'ambiguous']),
});
export type MarketplaceNotification = z.output<typeof notification>;

const hoursRead = {
  method: 'GET',
  internal: 'read',
  contract: inPath,
  admission: 'read',
  params: contractParams,
} as const;

const product = z.object({
  cloudProvider,
  product: z.string(),
  dimension: z.string(),
  /** The price of one unit of the dimension at the marketplace. */
  unit: exactDecimal,
  currency,
  maxAgeHours: z.int(),
});

/** A marketplace's service posts it, labelled as text/plain or JSON. */
const message = z.record(z.string(), z.unknown());

export const marketplaces = defineCalls('marketplace', {
  receive: {
    method: 'POST',
    path: '/marketplace',
    summary:
      'Receives a registration token from AWS Marketplace through a buyer’s browser, and redirects to the console',
    customer: 'anyone',
    admission: 'read',
    formFromElsewhere: true,
    redirects: { refusedTo: '/marketplace' },
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
      'Receives notifications of subscriptions from SNS, EventBridge and Azure’s webhook, each authenticated in its own way',
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
    locks: 'contract',
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
    reply: marketplaceLink,
  },
  get: {
    ...billingRead,
    path: '/contracts/{id}/marketplace',
    summary: 'The marketplace link of a contract: linked, no longer linked, or never linked',
    params: contractParams,
    reply: marketplaceLink,
  },
  list: {
    method: 'GET',
    path: '/marketplaces',
    summary: 'The marketplace links of contracts, ended ones included',
    internal: 'read',
    admission: 'read',
    query: z.strictObject({
      ...paging,
      cloudProvider: z.optional(cloudProvider),
      states: z.optional(listParam(z.enum(['activated', 'unsubscribed']))),
      ...sortedBy('gmtActivated', 'contractId'),
    }),
    reply: paged(keptMarketplaceLink),
  },
  config: {
    method: 'GET',
    path: '/marketplaces/config',
    summary: 'The marketplace products of this installation, with the units of their reported usage',
    internal: 'read',
    admission: 'read',
    reply: z.object({ products: z.array(product) }),
  },
  notifications: {
    method: 'GET',
    path: '/marketplaces/notifications',
    summary: 'The notifications of marketplaces with their outcomes, the newest first',
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
  hourlyStatements: {
    ...hoursRead,
    path: '/contracts/{id}/marketplace/hourly-statements',
    summary: 'The hourly reports to a contract’s marketplace',
    query: z.strictObject({
      ...paging,
      ...rangeQuery,
      states: z.optional(listParam(hourState)),
      ...sortedBy('hour', 'quantity'),
    }),
    reply: paged(hourlyStatement),
  },
  adjustmentStatements: {
    ...hoursRead,
    path: '/contracts/{id}/marketplace/adjustment-statements',
    summary: 'Corrections of hourly reports, which later hours contain',
    query: z.strictObject({ ...paging, ...rangeQuery, ...sortedBy('hour', 'amount') }),
    reply: paged(adjustmentStatement),
  },
  usages: {
    ...hoursRead,
    path: '/contracts/{id}/marketplace/usages',
    summary: 'The records that a contract’s marketplace has accepted',
    query: z.strictObject({ ...paging, ...rangeQuery, ...sortedBy('hour', 'quantity') }),
    reply: paged(takenUsage),
  },
  reconciliation: {
    ...hoursRead,
    path: '/contracts/{id}/marketplace/reconciliation',
    summary: 'Rated, reported, accepted and billed amounts of a link, hour by hour',
    query: z.strictObject({ ...paging, ...rangeQuery, ...sortedBy('hour') }),
    reply: z.object({
      ...paged(reconciledHour).shape,
      totals: z.object({
        rated: exactDecimal,
        accepted: exactDecimal,
        outstanding: exactDecimal,
        inDoubt: exactDecimal,
        until: z.nullable(instantText),
        /** Rated usage in no hourly statement: less than a unit, late usage, and the current hour. */
        notTold: exactDecimal,
      }),
      marketplace: z.object({
        /** True if the marketplace could be asked for its bills. */
        couldBeAsked: z.boolean(),
        lines: z.array(
          z.object({ invoiceId: z.string(), month: z.string(), amount: z.string(), currency: z.string() }),
        ),
      }),
    }),
  },
  push: {
    method: 'POST',
    path: '/marketplaces/usages',
    summary: 'Report waiting hourly statements at once; others stay as they are',
    internal: 'operation.write',
    admission: 'write',
    refusals: ['MARKETPLACE_NOT_FOUND'],
    body: z.strictObject({ hourlyStatementIDs: idsOf(marketplaceHourId) }),
    reply: z.object({ items: z.array(hourlyStatement) }),
  },
  decide: {
    method: 'PUT',
    path: '/contracts/{id}/marketplace/hourly-statements/{hourlyStatementID}/decision',
    summary:
      'Decide whether the marketplace accepted an hour in doubt; if not, it is reported again, or with later hours if it is too late',
    internal: 'operation.write',
    contract: inPath,
    locks: 'contract',
    admission: 'write',
    refusals: ['MARKETPLACE_NOT_FOUND', 'MARKETPLACE_CONFLICT'],
    params: z.strictObject({ id: contractId, hourlyStatementID: marketplaceHourId }),
    body: z.strictObject({ decision: hourDecision, reason: text(500) }),
    reply: hourlyStatement,
  },
  unlink: {
    method: 'POST',
    path: '/contracts/{id}/marketplace/unlink',
    summary: 'End the link of a contract; its last hour is still reported, and later usage is billed directly',
    internal: 'contract.write',
    contract: inPath,
    locks: 'contract',
    admission: 'write',
    refusals: ['MARKETPLACE_NOT_FOUND', 'MARKETPLACE_CONFLICT'],
    params: contractParams,
    body: z.strictObject({ reason: text(500) }),
    reply: keptMarketplaceLink,
  },
  meterBy: {
    method: 'PUT',
    path: '/contracts/{id}/marketplace/meters-by',
    summary: 'Report the usage of a link by licence or by product, from a future full hour on',
    internal: 'contract.write',
    contract: inPath,
    locks: 'contract',
    admission: 'write',
    refusals: ['MARKETPLACE_NOT_FOUND', 'MARKETPLACE_CONFLICT'],
    params: contractParams,
    body: z.strictObject({ metersBy, from: sensibleInstant }),
    reply: keptMarketplaceLink,
  },
});
