import * as z from 'zod/mini';
import { billingRead, costsRead, defineCalls } from '../call.ts';
import {
  billingMonth,
  contractId,
  contractParams,
  currency,
  exactDecimal,
  instantText,
  lineNumber,
  paged,
  pageNumber,
  withTwins,
} from '../wire.ts';
import { purchaseFilters } from './purchase/purchase-filter.ts';
import { purchase } from './purchase.ts';
import { statementId, statementLine } from './statement.ts';

/** A rated row, and how its amount came about. */
const explainedRow = z.object({
  ...purchase.shape,
  /** The hour under which it is billed; for late usage, that of its arrival. */
  billedAt: instantText,
  /** `consumption` × `unitPrice` × `zhekou` with all places; 0 if it is not charged. */
  unrounded: z.string(),
  /** `amount` − `unrounded`: an amount is rounded once, to the 12th place. */
  rounding: z.string(),
  /** The batch that acknowledged its usage; null if it is lost, or older than some 15 months. */
  batch: z.nullable(
    z.object({
      id: z.string(),
      acceptedAt: instantText,
      /** The number of records in the batch. */
      records: z.int(),
    }),
  ),
});
export type ExplainedRow = z.output<typeof explainedRow>;

/** Pages have a fixed size, because the rows of a page are looked up in both databases. */
const page = { page: z._default(pageNumber, 1) };
export const explainedAtOnce = 25;

export const explanations = defineCalls('explanation', {
  ofLine: {
    ...billingRead,
    admission: 'usage-read',
    path: '/contracts/{id}/statements/{statementID}/lines/{lineNo}',
    summary: 'A line of a statement with the rated rows that it sums, oldest first, down to the batches of their usage',
    refusals: ['STATEMENT_NOT_FOUND'],
    params: z.strictObject({ id: contractId, statementID: statementId, lineNo: lineNumber }),
    query: z.strictObject(page),
    /** No rows for a month that was signed elsewhere. */
    reply: z.extend(paged(explainedRow), {
      statementID: statementId,
      month: billingMonth,
      currency,
      line: statementLine,
      /** The amount shown less the exact one: lines are rounded so that they add up to the statement. */
      ...withTwins({ lineRounding: exactDecimal }),
      hasRows: z.boolean(),
    }),
  },
  ofPurchases: {
    ...costsRead,
    path: '/contracts/{id}/purchases/explained',
    summary: 'The rated rows of a range, filtered like cost analysis, oldest first, down to the batches of their usage',
    params: contractParams,
    query: z.strictObject({ ...purchaseFilters, ...page }),
    reply: paged(explainedRow),
  },
});
