import * as z from 'zod/mini';
import { billingRead, defineCalls } from '../call.ts';
import { amount, billingMonth, contractId, currency, exactDecimal, instantText, withTwins } from '../wire.ts';
import { statementId } from './statement.ts';

/** One way to sum the month exactly. All ways give the statement's exact amount. */
const exactSum = z.object({
  /** The rated rows, their sums by billing day, their sums by SKU and price, and the lines as signed. */
  of: z.enum(['rows', 'days', 'skus', 'lines']),
  /** The number of rows, days, sums or lines. */
  count: z.int(),
  /** Exact, with 12 places. */
  ...withTwins({ amount: exactDecimal }),
  agrees: z.boolean(),
});

/** A part of the statement's amount. All parts add up to it; what a negative month leaves is negative. */
const settled = z.object({
  by: z.enum(['marketplace', 'voucher', 'credit', 'cash', 'undeducted', 'left']),
  ...withTwins({ amount }),
  /** True if the payments or the ledger say the same. */
  agrees: z.boolean(),
});

const statementProof = z.object({
  contractId,
  statementID: statementId,
  month: billingMonth,
  currency,
  checkedAt: instantText,
  /** True if everything below agrees. */
  agrees: z.boolean(),
  /** False for a month that was signed elsewhere: none of its rows are here, so its lines alone are compared. */
  hasRows: z.boolean(),
  sums: z.array(exactSum),
  /** `exactAmount` + `rounding` = `amount`, which is also the sum of the lines as shown. */
  ...withTwins({ exactAmount: exactDecimal, rounding: exactDecimal, amount }),
  linesAgree: z.boolean(),
  settled: z.array(settled),
  /** SHA-256 in hex; docs/decisions/0071 describes the canonical forms. */
  digest: z.object({
    /** Of the lines, as signed, and as calculated again. */
    signed: z.string(),
    lines: z.string(),
    agrees: z.boolean(),
    /** Of the rated rows; null without them. */
    rows: z.nullable(z.string()),
  }),
});
export type StatementProof = z.output<typeof statementProof>;
export type ExactSum = StatementProof['sums'][number];
export type SettledPart = StatementProof['settled'][number];

export const statementProofs = defineCalls('statement-proof', {
  get: {
    ...billingRead,
    path: '/contracts/{id}/statements/{statementID}/proof',
    summary: 'A statement compared anew, from its rated rows to what is unpaid, with the digests of its lines and rows',
    admission: 'usage-export',
    refusals: ['STATEMENT_NOT_FOUND'],
    params: z.strictObject({ id: contractId, statementID: statementId }),
    reply: statementProof,
  },
  download: {
    ...billingRead,
    path: '/contracts/{id}/statements/{statementID}/archive',
    summary: 'A statement with its rows as a zip, and a script that verifies it by these files alone',
    admission: 'usage-export',
    refusals: ['STATEMENT_NOT_FOUND'],
    params: z.strictObject({ id: contractId, statementID: statementId }),
    replyMedia: 'application/zip',
    reply: z.string(),
  },
});
