import * as z from 'zod/mini';
import { defineCall, internal, internalTwin, onContract } from './call.ts';
import {
  amount,
  billingMonth,
  contractId,
  contractParams,
  currency,
  day,
  epochMs,
  idOf,
  instant,
  listParam,
  ordering,
  pageOf,
  paging,
} from './wire.ts';

export const confirmState = z.enum(['unconfirmed', 'confirmed', 'manualProcessing']);
export const deductState = z.enum(['undeducted', 'partiallyDeducted', 'fullySettled']);

export const statementLine = z.object({
  product: z.string(),
  type: z.string(),
  subType: z.string(),
  billingItem: z.string(),
  cloudProvider: z.string(),
  region: z.string(),
  edition: z.string(),
  consumption: z.string(),
  consumptionUnit: z.string(),
  listPrice: z.string(),
  listPriceFormatted: z.string(),
  priceUnit: z.string(),
  zhekou: z.string(),
  zhekouFormatted: z.string(),
  /** Usage of an earlier, signed month that came late. */
  adjustment: z.boolean(),
  /** Exact sum of the rated rows, 12 places. */
  exactAmount: z.string(),
  /** 2 places, allocated so that all lines add up to the statement. */
  amount,
  amountFormatted: z.string(),
});

export const statementSummary = z.object({
  id: idOf('stm'),
  contractId,
  contractName: z.string(),
  customerName: z.string(),
  currency,
  /** The billing month, its first instant and the first instant after it. */
  month: billingMonth,
  start: instant,
  end: instant,
  /** Calendar days in the billing zone: the cycle's first and last, the statement's, the due day. */
  cycleStart: day,
  cycleEnd: day,
  statementDate: day,
  dueDate: day,
  signedAt: instant,
  amount,
  amountFormatted: z.string(),
  voucherDeducted: amount,
  voucherDeductedFormatted: z.string(),
  /** What negative totals of earlier months took off: payable = amount - vouchers - credit, never below 0. */
  creditApplied: amount,
  creditAppliedFormatted: z.string(),
  payableAmount: amount,
  payableAmountFormatted: z.string(),
  cashDeducted: amount,
  cashDeductedFormatted: z.string(),
  undeductedAmount: amount,
  undeductedAmountFormatted: z.string(),
  confirmState,
  deductState,
  overdue: z.boolean(),
  /** Why the safety bounds held it back; told to internal callers only. */
  reviewReason: z.optional(z.string()),
  permissions: z.object({ canConfirm: z.boolean(), canDownload: z.boolean() }),
});
export type StatementSummary = z.output<typeof statementSummary>;

export const productAmount = z.object({ product: z.string(), amount, amountFormatted: z.string() });

export const statement = z.object({
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

const statementParams = z.strictObject({ id: contractId, statementID: idOf('stm') });

export const listStatements = defineCall({
  id: 'statement.list',
  method: 'GET',
  path: '/api/v1/contracts/{id}/statements',
  summary: 'Signed statements of a contract; start and end bound the cycle in epoch milliseconds',
  access: onContract('billing.read'),
  params: contractParams,
  query: z.strictObject({
    ...paging,
    start: z.optional(epochMs),
    end: z.optional(epochMs),
    confirmState: z.optional(confirmState),
    deductState: z.optional(deductState),
    orderBy: z._default(z.enum(['start', 'amount', 'payableAmount', 'dueDate']), 'start'),
    ordering,
  }),
  reply: z.object({ ...pageOf(statementSummary).shape, total: z.int() }),
});
export const listStatementsInternal = internalTwin(listStatements);

export const getStatement = defineCall({
  id: 'statement.get',
  method: 'GET',
  path: '/api/v1/contracts/{id}/statements/{statementID}',
  summary: 'One statement with its lines',
  access: onContract('billing.read'),
  params: statementParams,
  reply: statement,
});
export const getStatementInternal = internalTwin(getStatement);

const stateChanges = <S extends z.ZodMiniType<z.output<typeof confirmState>>>(state: S) =>
  z
    .array(z.strictObject({ id: idOf('stm'), confirmState: state }))
    .check(z.minLength(1, 'Must name at least one statement'), z.maxLength(100));

export const confirmStatements = defineCall({
  id: 'statement.confirm',
  method: 'PUT',
  path: '/api/v1/contracts/{id}/statements',
  summary: 'Confirm statements, all or none',
  access: onContract('billing.manage'),
  params: contractParams,
  body: stateChanges(z.enum(['confirmed'], 'A customer can only confirm')),
  reply: z.object({ items: z.array(statementSummary) }),
});

export const updateStatementsInternal = defineCall({
  id: 'internal.statement.update',
  method: 'PUT',
  path: '/internal/api/v1/contracts/{id}/statements',
  summary: 'Confirm statements, put them in dispute, or end a dispute; all or none',
  access: internal('write'),
  params: contractParams,
  body: stateChanges(confirmState),
  reply: z.object({ items: z.array(statementSummary) }),
});

export const deleteStatementsInternal = defineCall({
  id: 'internal.statement.delete',
  method: 'DELETE',
  path: '/internal/api/v1/contracts/{id}/statements',
  summary: 'Withdraw unconfirmed statements of which nothing is deducted, all or none',
  access: internal('write'),
  params: contractParams,
  query: z.strictObject({ ids: listParam(idOf('stm')) }),
  reply: z.object({ deleted: z.int() }),
});

export const downloadStatements = defineCall({
  id: 'statement.download',
  method: 'GET',
  path: '/api/v1/contracts/{id}/statements/download',
  summary: 'Confirmed statements as a zip with a readable page and CSV files each',
  access: onContract('billing.read'),
  params: contractParams,
  query: z.strictObject({ statementIDs: listParam(idOf('stm')) }),
  replyMedia: 'application/zip',
  reply: z.string(),
});
export const downloadStatementsInternal = internalTwin(downloadStatements);

export const calculateStatement = defineCall({
  id: 'statement.calculate',
  method: 'POST',
  path: '/internal/api/v1/statements',
  summary: 'What a month would come to if it were signed now; stores nothing',
  access: internal('read'),
  body: z.strictObject({ contractId, month: billingMonth }),
  reply: z.object({
    contractId,
    month: billingMonth,
    amount,
    amountFormatted: z.string(),
    payableAmount: amount,
    lines: z.array(statementLine),
  }),
});

export const signStatement = defineCall({
  id: 'statement.sign',
  method: 'POST',
  path: '/internal/api/v1/statements/sign',
  summary: 'Sign a month that is over: its lines never change again',
  access: internal('write'),
  body: z.strictObject({ contractId, month: billingMonth }),
  reply: statement,
});
