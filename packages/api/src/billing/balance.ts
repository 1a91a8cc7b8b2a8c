import * as z from 'zod/mini';
import { defineCalls, inBody, moneyWrite } from '../call.ts';
import { contractId } from '../wire.ts';
import { availableBalance } from './available-balance.ts';

export const balances = defineCalls('balance', {
  calculate: {
    ...moneyWrite,
    locks: 'contract',
    method: 'POST',
    path: '/balances',
    summary: 'Recalculate a contract’s balance and account period now, and store the result',
    contract: inBody,
    body: z.strictObject({ contractId }),
    reply: availableBalance,
  },
});
