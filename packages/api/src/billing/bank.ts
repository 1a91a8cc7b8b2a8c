import * as z from 'zod/mini';
import { billingRead, defineCalls, inPath, moneyWrite } from '../call.ts';
import {
  amount,
  contractId,
  contractParams,
  currency,
  day,
  epochMs,
  historyQuery,
  instantText,
  optionalText,
  paged,
  positiveAmount,
  postingId,
  rangeQuery,
  sensibleInstant,
  typesOf,
  withTwins,
} from '../wire.ts';

const transactionType = z.enum(['deposit', 'deduct', 'withdraw']);

/** The source of a movement, or the statement that it paid. */
export const movementMemo = z.object({
  counterpartAccountName: z.optional(z.string()),
  counterpartAccountNumber: z.optional(z.string()),
  counterpartAccountOpeningBank: z.optional(z.string()),
  gmtTransacted: z.optional(instantText),
  statementID: z.optional(z.string()),
  statementStart: z.optional(instantText),
});

/** One movement of a contract's cash. The amount is positive; the type tells the direction. */
const bankBalanceDetail = z.object({
  id: postingId,
  gmtTime: instantText,
  type: transactionType,
  ...withTwins({ amount, newBalance: amount }),
  memo: movementMemo,
});
export type BankBalanceDetail = z.output<typeof bankBalanceDetail>;

const bankBalanceDay = z.object({ day, ...withTwins({ balance: amount, frozen: amount }) });
export type BankBalanceDay = z.output<typeof bankBalanceDay>;

const read = { ...billingRead, params: contractParams } as const;
const history = z.strictObject({ ...historyQuery, ...typesOf(transactionType) });

export const bank = defineCalls('bank', {
  details: {
    ...read,
    path: '/contracts/{id}/bank-balances/details',
    summary: 'Movements of cash with the balance after each',
    query: history,
    reply: paged(bankBalanceDetail),
  },
  summary: {
    ...read,
    path: '/contracts/{id}/bank-balances/summary',
    summary: 'Sums of deposits, deductions and withdrawals in a range',
    query: z.strictObject({ ...rangeQuery, ...typesOf(transactionType) }),
    reply: z.object(withTwins({ depositAmount: amount, deductAmount: amount, withdrawAmount: amount })),
  },
  balance: {
    ...read,
    path: '/contracts/{id}/bank-balances',
    summary: 'The cash of a contract and how much of it is held, now or as it was before `end`',
    query: z.strictObject({ end: z.optional(epochMs) }),
    reply: z.object({ contractId, currency, ...withTwins({ balance: amount, frozen: amount }) }),
  },
  days: {
    ...read,
    path: '/contracts/{id}/bank-balances/days',
    summary:
      'The cash at the end of each of the last 90 days of the billing zone and how much of it was held; today as it is now',
    reply: z.object({ items: z.array(bankBalanceDay) }),
  },
  transactions: {
    ...read,
    path: '/contracts/{id}/bank-transactions',
    summary: 'Deposits, deductions and withdrawals',
    query: history,
    reply: paged(bankBalanceDetail),
  },
  record: {
    ...moneyWrite,
    moves: 'money',
    method: 'POST',
    path: '/contracts/{id}/bank-transactions',
    summary: 'Record a deposit (and pay what is owed, oldest first) or a withdrawal',
    contract: inPath,
    refusals: ['BANK_BALANCE_CONFLICT', 'CURRENCY_CONFLICT', 'SECOND_PERSON_REQUIRED'],
    params: contractParams,
    body: z.strictObject({
      type: z.enum(['deposit', 'withdraw']),
      amount: positiveAmount,
      currency,
      counterpartAccountName: optionalText(200),
      counterpartAccountNumber: optionalText(64),
      counterpartAccountOpeningBank: optionalText(200),
      gmtTransacted: z.optional(sensibleInstant),
    }),
    reply: bankBalanceDetail,
  },
});

/** The first request of the console's list, whose reply the server sends along with the page. */
export const newestCash = { query: { pageNum: 1, pageSize: 10, orderBy: 'gmtTime', ordering: 'desc' } } as const;
