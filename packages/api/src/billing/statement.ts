import * as z from 'zod/mini';
import { billingRead, defineCalls, inBody, inPath, moneyWrite } from '../call.ts';
import { skuDimensions } from '../metering/sku.ts';
import { needs, says } from '../rule.ts';
import { sortedBy } from '../sorted.ts';
import {
  amount,
  billingMonth,
  boolParam,
  contractId,
  contractParams,
  currency,
  day,
  exactDecimal,
  idOf,
  idsOf,
  instantText,
  lines,
  paged,
  paging,
  positiveAmount,
  rangeQuery,
  replyMultiplier,
  replyPrice,
  sensibleMonth,
  withTwins,
} from '../wire.ts';
import { changedDimension, changes } from './purchase/purchase-change.ts';

export const statementId = idOf('stm');
const confirmState = z.enum(['unconfirmed', 'confirmed', 'manualProcessing']);
const deductState = z.enum(['undeducted', 'partiallyDeducted', 'fullySettled']);

export const statementLine = z.object({
  /** Its number within the statement, from 0. */
  lineNo: z.int(),
  ...skuDimensions,
  /** The provider's name of the region, `US East (N. Virginia)`; the id of an unknown region. */
  regionName: z.string(),
  consumption: z.string(),
  consumptionUnit: z.string(),
  /** The consumption in the unit of the quoted price, if that differs: `= 30,195 GB-month`, or `≈` if rounded. */
  quotedConsumptionFormatted: z.optional(z.string()),
  ...withTwins({ listPrice: replyPrice }),
  priceUnit: z.string(),
  ...withTwins({ zhekou: replyMultiplier }),
  /** The private offer that set its price or tiers; null if none did. */
  offerId: z.nullable(z.string()),
  /** True for late usage of an earlier, signed month. */
  adjustment: z.boolean(),
  /** The exact sum of the rated rows, with 12 places. */
  exactAmount: z.string(),
  /** With 2 places, allocated so that all lines add up to the statement. */
  ...withTwins({ amount }),
});

const statementSummary = z.object({
  id: statementId,
  contractId,
  contractName: z.string(),
  customerName: z.string(),
  currency,
  /** The billing month, its first instant and the first instant after it. */
  month: billingMonth,
  start: instantText,
  end: instantText,
  /**
   * Calendar days in the billing zone: the cycle's first and last, the statement's, and the due day after notice and
   * dispute.
   */
  cycleStart: day,
  cycleEnd: day,
  statementDate: day,
  dueDate: day,
  signedAt: instantText,
  /**
   * payable = amount − marketplace-metered amount − vouchers − credit, never negative; undeducted = payable − cash −
   * credit that came after signing. Credit comes from statements: negative totals and upheld disputes. `credited` is
   * the credit from this statement's disputes.
   */
  ...withTwins({
    amount,
    marketplaceMetered: amount,
    voucherDeducted: amount,
    creditApplied: amount,
    payableAmount: amount,
    cashDeducted: amount,
    creditDeducted: amount,
    undeductedAmount: amount,
    credited: amount,
  }),
  confirmState,
  /** The time of its confirmation, by a person or on its due day; null before. */
  confirmedAt: z.nullable(instantText),
  deductState,
  overdue: z.boolean(),
  /** The reason why the safety limits held it back; for internal callers only. */
  reviewReason: z.optional(z.string()),
  /** The dispute of a customer, by their e-mail as it was then, and the time at which the back office decided it. */
  dispute: z.optional(
    z.object({ at: instantText, by: z.string(), reason: z.string(), decidedAt: z.optional(instantText) }),
  ),
  permissions: z.object({ canConfirm: z.boolean(), canDownload: z.boolean() }),
});
export type StatementSummary = z.output<typeof statementSummary>;

const productAmount = z.object({ product: z.string(), ...withTwins({ amount }) });

const statement = z.object({
  ...statementSummary.shape,
  /** SHA-256 of the exact lines, as proof that nothing has changed. */
  digest: z.string(),
  statementData: z.object({
    amountFormatted: z.string(),
    voucherDeductedAmountFormatted: z.string(),
    payableAmountFormatted: z.string(),
    skuAndAmounts: z.array(statementLine),
    productAndAmounts: z.array(productAmount),
  }),
});
export type Statement = z.output<typeof statement>;
export type StatementLine = z.output<typeof statementLine>;

/** An unsigned statement, without an id, with its expected due date. */
const statementPreview = z.object({
  ...statement.shape,
  id: z.nullable(statementId),
  signedAt: z.nullable(instantText),
});
export type StatementPreview = z.output<typeof statementPreview>;

const someOf = <C extends z.ZodMiniType>(change: C) =>
  z.array(change).check(z.minLength(1, says('statementMissing')), z.maxLength(100));
const confirmation = z.strictObject({ id: statementId, confirmState: z.enum(['confirmed'], needs('onlyConfirm')) });
const decision = z.strictObject({
  id: statementId,
  confirmState,
  /**
   * Ends a dispute that is upheld for this amount: a credit with 2 places, in the contract's currency. It pays what is
   * unpaid of the statement; the rest is for other statements. At most what the statement asks for and was not given
   * back.
   */
  credit: z.optional(positiveAmount),
});
const ofMonth = z.strictObject({ contractId, month: sensibleMonth });
const changed = z.object({ items: z.array(statementSummary) });

/** The longest reason of a dispute. */
export const longestDispute = 500;

const statementFilters = {
  ...rangeQuery,
  confirmState: z.optional(confirmState),
  deductState: z.optional(deductState),
};

export const statements = defineCalls('statement', {
  list: {
    ...billingRead,
    path: '/contracts/{id}/statements',
    summary: 'Signed statements of a contract; start and end bound the cycle in epoch milliseconds',
    reads: 'replica',
    params: contractParams,
    query: z.strictObject({
      ...paging,
      ...statementFilters,
      /** Only overdue ones, or only others. */
      overdue: z.optional(boolParam),
      ...sortedBy('start', 'amount', 'payableAmount', 'dueDate'),
    }),
    reply: z.object({ ...paged(statementSummary).shape, total: z.int() }),
  },
  get: {
    ...billingRead,
    path: '/contracts/{id}/statements/{statementID}',
    summary: 'One statement with its lines',
    refusals: ['STATEMENT_NOT_FOUND'],
    params: z.strictObject({ id: contractId, statementID: statementId }),
    reply: statement,
  },
  changes: {
    ...billingRead,
    path: '/contracts/{id}/statements/{statementID}/changes',
    summary: 'The causes of the difference between what a statement asks for and what the statement before asked for',
    admission: 'usage-read',
    refusals: ['STATEMENT_NOT_FOUND'],
    params: z.strictObject({ id: contractId, statementID: statementId }),
    query: z.strictObject({ by: z._default(changedDimension, 'product') }),
    reply: z.object({
      /** The statement before; null if this is the first. */
      former: z.nullable(z.object({ id: statementId, month: billingMonth, ...withTwins({ payableAmount: amount }) })),
      /**
       * The difference of the payable amounts is that of the rated rows, in `total`, plus these. Each is negative where it
       * lowers what this statement asks for. Part `elsewhere` is of months that were signed elsewhere, without their rows.
       */
      ...withTwins({
        difference: exactDecimal,
        elsewhere: exactDecimal,
        rounding: exactDecimal,
        marketplaceMetered: exactDecimal,
        vouchers: exactDecimal,
        credit: exactDecimal,
      }),
      ...changes,
    }),
  },
  preview: {
    method: 'GET',
    path: '/contracts/{id}/statements/{statementID}/preview',
    summary: 'A signed statement; with is-temp, the result of withdrawing it and signing it again now. Books nothing',
    internal: 'read',
    contract: inPath,
    admission: 'usage-read',
    refusals: ['STATEMENT_CREDIT_USED', 'STATEMENT_NOT_FOUND', 'USAGE_DISAGREES'],
    params: z.strictObject({ id: contractId, statementID: statementId }),
    query: z.strictObject({ 'is-temp': z.optional(boolParam) }),
    reply: statementPreview,
  },
  dynamicPreview: {
    method: 'GET',
    path: '/contracts/{id}/statements/dynamic-preview',
    summary:
      'The expected statement of an open month (by default the current one) after earlier open months are signed. Books nothing',
    internal: 'read',
    contract: inPath,
    admission: 'usage-write',
    refusals: [
      'AMOUNT_TOO_LARGE',
      'CONTRACT_STATE_CONFLICT',
      'MONTH_BEFORE_CONTRACT',
      'MONTH_NOT_BEGUN',
      'STATEMENT_ALREADY_SIGNED',
      'USAGE_DISAGREES',
      'USAGE_UNPRICED',
    ],
    params: contractParams,
    query: z.strictObject({ month: z.optional(sensibleMonth) }),
    reply: statementPreview,
  },
  download: {
    ...billingRead,
    path: '/contracts/{id}/statements/download',
    summary:
      'Confirmed statements, by ids or by the list’s filters, as a zip with a PDF, a readable page and CSV files for each',
    admission: 'export',
    refusals: ['STATEMENT_NOT_CONFIRMED', 'STATEMENT_NOT_FOUND'],
    params: contractParams,
    query: z.strictObject({ ...statementFilters, statementIDs: z.optional(idsOf(statementId)) }).check(
      z.refine((query) => Object.values(query).some((value) => value !== undefined), {
        path: ['statementIDs'],
        error: says('statementMissing'),
      }),
    ),
    replyMedia: 'application/zip',
    reply: z.string(),
  },
  confirm: {
    method: 'PUT',
    path: '/contracts/{id}/statements',
    summary: 'Confirm statements, all or none',
    customer: 'billing.manage',
    contract: inPath,
    moves: 'money',
    admission: 'write',
    refusals: ['STATEMENT_NOT_FOUND', 'STATEMENT_STATE_CONFLICT'],
    params: contractParams,
    body: someOf(confirmation),
    reply: changed,
  },
  dispute: {
    method: 'POST',
    path: '/contracts/{id}/statements/{statementID}/dispute',
    summary:
      'Dispute an unconfirmed statement with a reason, one at a time: its dates stand still until the back office ends it',
    customer: 'billing.manage',
    contract: inPath,
    moves: 'money',
    admission: 'write',
    refusals: ['STATEMENT_NOT_FOUND', 'STATEMENT_STATE_CONFLICT'],
    params: z.strictObject({ id: contractId, statementID: statementId }),
    body: z.strictObject({ reason: lines(longestDispute) }),
    reply: statementSummary,
  },
  update: {
    ...moneyWrite,
    moves: 'money',
    id: 'internal.statement.update',
    method: 'PUT',
    path: '/contracts/{id}/statements',
    summary: 'Confirm statements, put them in dispute, or end a dispute, upheld with a credit or not; all or none',
    contract: inPath,
    refusals: [
      'CLOCK_CONFLICT',
      'FROZEN_CONFLICT',
      'STATEMENT_CREDIT_TOO_LARGE',
      'STATEMENT_NOT_FOUND',
      'STATEMENT_STATE_CONFLICT',
    ],
    params: contractParams,
    body: someOf(decision),
    reply: changed,
  },
  delete: {
    ...moneyWrite,
    moves: 'money',
    id: 'internal.statement.delete',
    method: 'DELETE',
    path: '/contracts/{id}/statements',
    summary:
      'Withdraw statements that are unconfirmed or in dispute and not paid in cash, all or none; their months wait to be signed',
    contract: inPath,
    refusals: ['FROZEN_CONFLICT', 'STATEMENT_CREDIT_USED', 'STATEMENT_NOT_FOUND', 'STATEMENT_STATE_CONFLICT'],
    params: contractParams,
    query: z.strictObject({ ids: idsOf(statementId) }),
    reply: z.object({ deleted: z.int() }),
  },
  calculate: {
    method: 'POST',
    path: '/statements',
    summary: 'The amount of a month if it were signed now; rates changed days, and signs nothing',
    internal: 'operation.write',
    contract: inBody,
    admission: 'usage-write',
    refusals: [
      'AMOUNT_TOO_LARGE',
      'MONTH_BEFORE_CONTRACT',
      'MONTH_NOT_BEGUN',
      'STATEMENT_ALREADY_SIGNED',
      'USAGE_DISAGREES',
      'USAGE_UNPRICED',
    ],
    body: ofMonth,
    reply: z.object({
      contractId,
      month: billingMonth,
      ...withTwins({ amount }),
      payableAmount: amount,
      lines: z.array(statementLine),
    }),
  },
  sign: {
    ...moneyWrite,
    moves: 'money',
    admission: 'usage-write',
    method: 'POST',
    path: '/statements/sign',
    summary: 'Sign a month that is over, also one that waits for an operator; its lines never change again',
    contract: inBody,
    refusals: [
      'AMOUNT_TOO_LARGE',
      'CLOCK_CONFLICT',
      'CONTRACT_STATE_CONFLICT',
      'MONTH_BEFORE_CONTRACT',
      'MONTH_NOT_BEGUN',
      'STATEMENT_ALREADY_SIGNED',
      'STATEMENT_TOO_EARLY',
      'USAGE_DISAGREES',
      'USAGE_UNPRICED',
    ],
    body: ofMonth,
    reply: statement,
  },
});

/** The first request of the console's list and trend, whose reply the server sends along with the page. */
export const newestStatements = { query: { pageNum: 1, pageSize: 10, orderBy: 'start', ordering: 'desc' } } as const;

/** The newest two years. An older statement that waits is overdue, and the console's banner says so. */
export const recentStatements = { query: { ...newestStatements.query, pageSize: 24 } } as const;
