import * as z from 'zod/mini';
import { defineCalls, inBody, moneyWrite } from './call.ts';
import { sortedUpBy } from './sorted.ts';
import { amount, billingMonth, contractId, currency, day, instantText, paged, paging, withTwins } from './wire.ts';

/** What is owed of a statement whose due day is over, and since when; what is in dispute is not. */
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
    summary: 'What a contract is late with now: its account period is looked at, and nothing is deducted',
    contract: inBody,
    body: z.strictObject({ contractId }),
    reply: z.object({
      contractId,
      currency,
      ...withTwins({ arrears: amount }),
      /** Since when the oldest is overdue. */
      since: z.nullable(instantText),
      statements: z.array(arrear),
    }),
  },
  list: {
    internal: 'read',
    method: 'GET',
    path: '/arrears',
    summary: 'What is overdue, of one contract or of all, the oldest first',
    admission: 'read',
    query: z.strictObject({
      ...paging,
      ...sortedUpBy('overdueSince', 'undeductedAmount', 'dueDate', 'month', 'contractId'),
      contractId: z.optional(contractId),
    }),
    reply: paged(arrear),
  },
});
