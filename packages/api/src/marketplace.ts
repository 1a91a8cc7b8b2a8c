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
  idsOf,
  instantText,
  listParam,
  noContent,
  paged,
  paging,
  rangeQuery,
  sensibleInstant,
  text,
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

export const marketplaceHourId = idOf('mhs');
/** People decide so of an hour in doubt. */
const hourDecision = z.enum(['taken', 'notTaken']);
export type HourDecision = z.output<typeof hourDecision>;
const hourState = z.enum(['pending', 'reported', 'duplicate', 'failed', 'expired']);
/** What a marketplace is told of one hour of UTC and one dimension; amounts are in the contract's currency. */
const hourlyStatement = z.object({
  id: marketplaceHourId,
  hour: instantText,
  dimension: z.string(),
  quantity: z.string(),
  unit: exactDecimal,
  amount: exactDecimal,
  /** What the usage of the link had come to through this hour when it was closed. */
  cumulativeAmount: exactDecimal,
  metersBy,
  /**
   * `duplicate`: the marketplace holds another value of this hour; `failed`: it refused it for good; `expired`: it was too
   * late. What it has not accepted is in later hours.
   */
  state: hourState,
  acceptedQuantity: z.string(),
  tries: z.int(),
  failure: z.nullable(z.string()),
  /** It has ended, and the marketplace may have accepted it without its answer having come: no later hour has it. */
  inDoubt: z.boolean(),
  /** People's last decision on it while it was in doubt. */
  decision: z.nullable(hourDecision),
  nextTryAt: z.nullable(instantText),
  /** It can be reported until then. */
  deadline: instantText,
  gmtCreated: instantText,
});
export type MarketplaceHour = z.output<typeof hourlyStatement>;

export const marketplaceAdjustmentId = idOf('mas');
const adjustmentStatement = z.object({
  id: marketplaceAdjustmentId,
  /** The hour that was not told of it; the first that takes it in, where usage came late. */
  hour: instantText,
  dimension: z.string(),
  reason: z.enum(['lateUsage', 'duplicate', 'failed', 'expired']),
  /** What later hours take in; below 0 where it is taken off them. */
  amount: exactDecimal,
  gmtCreated: instantText,
});
export type MarketplaceAdjustment = z.output<typeof adjustmentStatement>;

/** A record that a marketplace has taken. */
const takenUsage = z.object({
  hourlyStatementID: marketplaceHourId,
  /** How the marketplace calls it; null where it did not say, or nothing was sent. */
  recordID: z.nullable(z.string()),
  hour: instantText,
  dimension: z.string(),
  quantity: z.string(),
  gmtAccepted: instantText,
});
export type MarketplaceUsage = z.output<typeof takenUsage>;

/** One hour of a link; amounts are in the contract's currency. */
const reconciledHour = z.object({
  hourlyStatementID: marketplaceHourId,
  hour: instantText,
  state: hourState,
  /** What the usage of the hour comes to by now. */
  rated: exactDecimal,
  reported: exactDecimal,
  accepted: exactDecimal,
  adjusted: exactDecimal,
  outstanding: exactDecimal,
  /** What the marketplace may have accepted without its answer having come. */
  inDoubt: exactDecimal,
  /** What is outstanding can be reported until then. */
  until: z.nullable(instantText),
});

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
  hourlyStatements: {
    ...hoursRead,
    path: '/contracts/{id}/marketplace/hourly-statements',
    summary: 'What a contract’s marketplace is told, hour by hour',
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
    summary: 'What hours were not told of, or too much of: later hours take it in',
    query: z.strictObject({ ...paging, ...rangeQuery, ...sortedBy('hour', 'amount') }),
    reply: paged(adjustmentStatement),
  },
  usages: {
    ...hoursRead,
    path: '/contracts/{id}/marketplace/usages',
    summary: 'The records that a contract’s marketplace has taken',
    query: z.strictObject({ ...paging, ...rangeQuery, ...sortedBy('hour', 'quantity') }),
    reply: paged(takenUsage),
  },
  reconciliation: {
    ...hoursRead,
    path: '/contracts/{id}/marketplace/reconciliation',
    summary:
      'What was rated of a link against what its marketplace was told, has accepted and has billed, hour by hour',
    query: z.strictObject({ ...paging, ...rangeQuery, ...sortedBy('hour') }),
    reply: z.object({
      ...paged(reconciledHour).shape,
      totals: z.object({
        rated: exactDecimal,
        accepted: exactDecimal,
        outstanding: exactDecimal,
        inDoubt: exactDecimal,
        until: z.nullable(instantText),
        /** Rated and in no hourly statement: less than a unit, what came late, and what the running hour has come to. */
        notTold: exactDecimal,
      }),
      marketplace: z.object({
        /** Whether the marketplace could be asked what it has billed. */
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
    summary: 'Report hourly statements that wait for their next try, at once; others stay as they are',
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
      'Say whether the marketplace took an hour in doubt: it counts as accepted, or is reported again; later hours take it in where it is too late',
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
    summary: 'End the link of a contract: its last hour is still reported, and we bill what is used from then on',
    internal: 'contract.write',
    contract: inPath,
    locks: 'contract',
    admission: 'write',
    refusals: ['MARKETPLACE_NOT_FOUND', 'MARKETPLACE_CONFLICT'],
    params: contractParams,
    body: z.strictObject({ reason: text(500) }),
    reply: keptLink,
  },
  meterBy: {
    method: 'PUT',
    path: '/contracts/{id}/marketplace/meters-by',
    summary: 'Report the usage of a link by licence instead of by product, or back, from a full hour to come on',
    internal: 'contract.write',
    contract: inPath,
    locks: 'contract',
    admission: 'write',
    refusals: ['MARKETPLACE_NOT_FOUND', 'MARKETPLACE_CONFLICT'],
    params: contractParams,
    body: z.strictObject({ metersBy, from: sensibleInstant }),
    reply: keptLink,
  },
});
