import * as z from 'zod/mini';
import { billingRead, defineCalls, inPath } from '../call.ts';
import { amount, amountNotNegative, contractId, contractParams, currency, withTwins } from '../wire.ts';

/** The available balance below which the people of a contract are warned; 0 by default. */
const balanceWarning = z.object({ contractId, currency, ...withTwins({ threshold: amount }) });
export type BalanceWarning = z.output<typeof balanceWarning>;

/** A number in the contract's currency. */
export const balanceWarningBody = z.strictObject({
  threshold: amountNotNegative,
});

export const balanceWarnings = defineCalls('balance-warning', {
  get: {
    ...billingRead,
    path: '/contracts/{id}/balance-warning',
    summary: 'The available balance below which the people of a contract are warned',
    params: contractParams,
    reply: balanceWarning,
  },
  set: {
    method: 'PUT',
    path: '/contracts/{id}/balance-warning',
    summary: 'Warn the people of a contract, once, when its available balance falls below an amount',
    customer: 'billing.manage',
    contract: inPath,
    locks: 'contract',
    admission: 'write',
    params: contractParams,
    body: balanceWarningBody,
    reply: balanceWarning,
  },
});
