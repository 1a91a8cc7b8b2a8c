import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { currency } from '../wire.ts';

/** The default terms of trade: the seller's bank account, and the days of statement and deduction. */
export const tradeDefault = z.object({
  currency,
  seller: z.string(),
  /** The account for bank transfers. */
  bank: z.object({
    accountName: z.string(),
    accountNumber: z.string(),
    openingBank: z.string(),
    swiftCode: z.string(),
  }),
  /** The days of the month on which a statement is issued and due amounts are deducted. */
  statementDay: z.int(),
  deductionDay: z.int(),
});
export type TradeDefault = z.output<typeof tradeDefault>;

export const tradeDefaults = defineCalls('trade-default', {
  list: {
    method: 'GET',
    path: '/trade-defaults',
    summary: 'The default terms of trade in each currency',
    customer: 'signed-in',
    internal: 'read',
    admission: 'read',
    reply: z.object({ items: z.array(tradeDefault) }),
  },
});
