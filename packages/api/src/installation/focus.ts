import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { accountId } from '../people/account.ts';
import { reasonNames } from '../reason.ts';
import { contractId, instantText } from '../wire.ts';

/**
 * The reasons why a row of a cost file is not rated, or differs from its rated amount, in addition to those of refused
 * usage.
 */
const noteReasons = [
  'BAD_COST',
  'BAD_LINE',
  'BAD_PERIOD',
  'BAD_PRICE',
  'BAD_QUANTITY',
  'BAD_QUOTES',
  'COLUMN_COUNT',
  'NO_CATEGORY',
  'NOT_OVER',
  'NOT_RATED',
  'NOT_USAGE',
  'OTHER_CURRENCY',
  'OUR_AMOUNT',
  'OWN_COST',
  'TOO_FINE',
  'TOO_LARGE',
] as const;

const focusReport = z.object({
  contractId,
  rows: z.int(),
  rated: z.int(),
  excluded: z.int(),
  agreed: z.int(),
  disagreed: z.int(),
  /** The number of excluded rows that could not be read. */
  broken: z.int(),
  totalListCost: z.string(),
  totalRated: z.string(),
  /** The beginning of the contract, which is that of its usage. */
  commencingOn: instantText,
  /** The first 1,000 rows of each kind that were not rated or differ, with line and reason. */
  notes: z.array(
    z.object({
      line: z.int(),
      kind: z.enum(['excluded', 'disagreed', 'broken']),
      reason: z.enum([...noteReasons, ...reasonNames]),
      message: z.string(),
    }),
  ),
});
export type FocusReport = z.output<typeof focusReport>;
export type NoteReason = FocusReport['notes'][number]['reason'];

export const focus = defineCalls('focus', {
  import: {
    internal: 'operation.write',
    admission: 'usage-write',
    method: 'POST',
    path: '/imports/focus',
    summary: 'Import a FOCUS 1.0 to 1.4 cost file, CSV or gzip of it, as usage and prices of a contract made for it',
    bodyMedia: 'text/csv',
    query: z.strictObject({
      name: z.optional(z.string().check(z.maxLength(100))),
      admin: z.optional(accountId),
      adminEmail: z.optional(z.string().check(z.maxLength(254))),
    }),
    body: z.string(),
    reply: focusReport,
  },
});
