import * as z from 'zod/mini';
import { defineCalls, inBody, moneyWrite } from '../call.ts';
import { sortedUpBy } from '../sorted.ts';
import { amount, billingMonth, contractId, currency, day, instantText, paged, paging, withTwins } from '../wire.ts';

/** The overdue amount of a statement without its disputed part, and since when it is overdue. */
const arrear = z.object({
  contractId,
  statementID: z.string(),
  month: billingMonth,
  currency,
  ...withTwins({ undeductedAmount: amount }),
  dueDate: day,
  overdueSince: instantText,
});
export type Arrear = z.output<typeof arrear>;

export const arrears = defineCalls('arrears', {
  calculate: {
    ...moneyWrite,
    locks: 'contract',
    method: 'POST',
    path: '/arrears',
    summary: 'The overdue amounts of a contract now; updates its account period, deducts nothing',
    contract: inBody,
    body: z.strictObject({ contractId }),
    reply: z.object({
      contractId,
      currency,
      ...withTwins({ arrears: amount }),
      /** The instant since which the oldest is overdue. */
      since: z.nullable(instantText),
      statements: z.array(arrear),
    }),
  },
  list: {
    internal: 'read',
    method: 'GET',
    path: '/arrears',
    summary: 'Overdue statements of one contract or of all, the oldest first',
    admission: 'read',
    query: z.strictObject({
      ...paging,
      ...sortedUpBy('overdueSince', 'undeductedAmount', 'dueDate', 'month', 'contractId'),
      contractId: z.optional(contractId),
    }),
    reply: paged(arrear),
  },
});
