import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { sortedUpBy } from '../sorted.ts';
import { billingMonth, contractId, instantText, paged, paging } from '../wire.ts';

/**
 * A month that an operator has to sign: its statement was withdrawn, it is more than 24 months old, or some hours are
 * not yet reported to a marketplace.
 */
const waitingMonth = z.object({
  contractId,
  month: billingMonth,
  since: instantText,
  reason: z.enum(['withdrawn', 'tooOld', 'marketplaceOutstanding']),
});
export type WaitingMonth = z.output<typeof waitingMonth>;

export const waitingMonths = defineCalls('waiting-month', {
  list: {
    method: 'GET',
    path: '/statements/waiting',
    summary: 'Months that operators have to sign, the longest waiting first',
    internal: 'read',
    admission: 'read',
    query: z.strictObject({ ...paging, ...sortedUpBy('since', 'month', 'contractId') }),
    reply: paged(waitingMonth),
  },
});
