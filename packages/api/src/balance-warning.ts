import * as z from 'zod/mini';
import { billingRead, defineCalls, inPath } from './call.ts';
import { amount, amountNotNegative, contractId, contractParams, currency, withTwins } from './wire.ts';

/** Below which available balance the people of a contract want to be told; 0 while nobody has said. */
const balanceWarning = z.object({ contractId, currency, ...withTwins({ threshold: amount }) });
export type BalanceWarning = z.output<typeof balanceWarning>;

/** What is asked: a number, in the contract's currency. */
export const balanceWarningBody = z.strictObject({
  threshold: amountNotNegative,
});

export const balanceWarnings = defineCalls('balance-warning', {
  get: {
    ...billingRead,
    path: '/contracts/{id}/balance-warning',
    summary: 'Below which available balance the people of a contract are told',
    params: contractParams,
    reply: balanceWarning,
  },
  set: {
    method: 'PUT',
    path: '/contracts/{id}/balance-warning',
    summary: 'Have the people of a contract told, once, when its available balance falls below an amount',
    customer: 'billing.manage',
    contract: inPath,
    locks: 'contract',
    admission: 'write',
    params: contractParams,
    body: balanceWarningBody,
    reply: balanceWarning,
  },
});
