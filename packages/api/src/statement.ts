import * as z from 'zod/mini';
import { billingRead, defineCalls, inBody, inPath, moneyWrite } from './call.ts';
import { needs, says } from './rule.ts';
import { skuDimensions } from './sku.ts';
import { sortedBy } from './sorted.ts';
import {
  amount,
  billingMonth,
  boolParam,
  contractId,
  contractParams,
  currency,
  day,
  idOf,
  idsOf,
  instantText,
  paged,
  paging,
  positiveAmount,
  rangeQuery,
  sensibleMonth,
  toldMultiplier,
  toldPrice,
  withTwins,
} from './wire.ts';

export const statementId = idOf('stm');
const confirmState = z.enum(['unconfirmed', 'confirmed', 'manualProcessing']);
const deductState = z.enum(['undeducted', 'partiallyDeducted', 'fullySettled']);

const statementLine = z.object({
  ...skuDimensions,
  /** The region as its provider calls it, `US East (N. Virginia)`; its id where it is not one of ours. */
  regionName: z.string(),
  consumption: z.string(),
  consumptionUnit: z.string(),
  /** The same in the unit that the price is quoted per, where that is another one: `= 30,195 GB-month`, or `≈` where rounded. */
  quotedConsumptionFormatted: z.optional(z.string()),
  ...withTwins({ listPrice: toldPrice }),
  priceUnit: z.string(),
  ...withTwins({ zhekou: toldMultiplier }),
  /** The private offer whose price or tiers it was charged by; null where none was. */
  offerId: z.nullable(z.string()),
  /** Usage of an earlier, signed month that came late. */
  adjustment: z.boolean(),
  /** Exact sum of the rated rows, 12 places. */
  exactAmount: z.string(),
  /** 2 places, allocated so that all lines add up to the statement. */
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
  /** Calendar days in the billing zone: the cycle's first and last, the statement's, the due day after notice and dispute. */
  cycleStart: day,
  cycleEnd: day,
  statementDate: day,
  dueDate: day,
  signedAt: instantText,
  /**
   * payable = amount - what a marketplace bills - vouchers - credit, never below 0. Credit is what earlier statements left: their negative totals,
   * and what disputes that were upheld gave back, as `credited` says of this one.
   */
  ...withTwins({
    amount,
    marketplaceMetered: amount,
    voucherDeducted: amount,
    creditApplied: amount,
    payableAmount: amount,
    cashDeducted: amount,
    undeductedAmount: amount,
    credited: amount,
  }),
  confirmState,
  deductState,
  overdue: z.boolean(),
  /** Why the safety bounds held it back; told to internal callers only. */
  reviewReason: z.optional(z.string()),
  permissions: z.object({ canConfirm: z.boolean(), canDownload: z.boolean() }),
});
export type StatementSummary = z.output<typeof statementSummary>;

const productAmount = z.object({ product: z.string(), ...withTwins({ amount }) });

const statement = z.object({
  ...statementSummary.shape,
  /** SHA-256 over the exact lines: proves later that nothing changed. */
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

/** A statement before it is signed: with no id yet, and due as it would be. */
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
   * Ends a dispute that was upheld for this much, in the contract's currency: credit for later statements. At most what
   * has paid the statement and was not given back yet; one that nothing was deducted for is deleted and signed again.
   * At 2 places, as statements come to.
   */
  credit: z.optional(positiveAmount),
});
const ofMonth = z.strictObject({ contractId, month: sensibleMonth });
const changed = z.object({ items: z.array(statementSummary) });

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
    params: contractParams,
    query: z.strictObject({
      ...paging,
      ...statementFilters,
      /** Only those that are overdue, or only those that are not. */
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
  preview: {
    method: 'GET',
    path: '/contracts/{id}/statements/{statementID}/preview',
    summary:
      'A signed statement as it is; with is-temp what it would be if it were withdrawn and signed again now. Books nothing',
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
      'The statement of an open month as it will be signed, by what is known now, once earlier open months are signed; of the running month unless one is named. Books nothing',
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
      'Confirmed statements, by their ids or by the criteria of the list, as a zip with a readable page and CSV files each',
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
      'Withdraw statements, unconfirmed or in dispute, of which nothing is deducted, all or none; their months wait to be signed',
    contract: inPath,
    refusals: ['FROZEN_CONFLICT', 'STATEMENT_CREDIT_USED', 'STATEMENT_NOT_FOUND', 'STATEMENT_STATE_CONFLICT'],
    params: contractParams,
    query: z.strictObject({ ids: idsOf(statementId) }),
    reply: z.object({ deleted: z.int() }),
  },
  calculate: {
    method: 'POST',
    path: '/statements',
    summary: 'What a month would come to if it were signed now; rates what has changed in it, and signs nothing',
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
    summary: 'Sign a month that is over, one that waits for people too: its lines never change again',
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

/** The newest, as the list and its trend ask for them first: the console's page brings the reply along. */
export const newestStatements = { query: { pageNum: 1, pageSize: 10, orderBy: 'start', ordering: 'desc' } } as const;
