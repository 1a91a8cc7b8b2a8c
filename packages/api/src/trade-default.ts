import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { currency } from './wire.ts';

/** What holds for trade where nothing else was agreed: to whom money is sent, and on which days. */
export const tradeDefault = z.object({
  currency,
  seller: z.string(),
  /** Where a bank transfer goes. */
  bank: z.object({
    accountName: z.string(),
    accountNumber: z.string(),
    openingBank: z.string(),
    swiftCode: z.string(),
  }),
  /** The day of the month on which a statement is issued, and on which what is due is deducted. */
  statementDay: z.int(),
  deductionDay: z.int(),
});
export type TradeDefault = z.output<typeof tradeDefault>;

export const tradeDefaults = defineCalls('trade-default', {
  list: {
    method: 'GET',
    path: '/trade-defaults',
    summary: 'What holds for trade in each currency where nothing else was agreed',
    customer: 'signed-in',
    internal: 'read',
    admission: 'read',
    reply: z.object({ items: z.array(tradeDefault) }),
  },
});
