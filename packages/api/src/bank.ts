import * as z from 'zod/mini';
import { defineCall, internal, internalTwin, onContract } from './call.ts';
import {
  amount,
  contractId,
  contractParams,
  currency,
  epochMs,
  idOf,
  instant,
  listParam,
  ordering,
  pageOf,
  paging,
  positiveAmount,
  text,
} from './wire.ts';

export const transactionType = z.enum(['deposit', 'deduct', 'withdraw']);
export const frozenType = z.enum(['frozen', 'unfrozen']);

const memo = z.object({
  counterpartAccountName: z.optional(z.string()),
  counterpartAccountNumber: z.optional(z.string()),
  counterpartAccountOpeningBank: z.optional(z.string()),
  gmtTransacted: z.optional(instant),
  statementID: z.optional(z.string()),
  statementStart: z.optional(instant),
});

/** One movement of a contract's cash. The amount is positive; the type says which way it went. */
export const bankBalanceDetail = z.object({
  id: idOf('pst'),
  gmtTime: instant,
  type: transactionType,
  amount,
  amountFormatted: z.string(),
  newBalance: amount,
  newBalanceFormatted: z.string(),
  memo,
});
export type BankBalanceDetail = z.output<typeof bankBalanceDetail>;

const rangeFilters = { start: z.optional(epochMs), end: z.optional(epochMs) };
const read = { method: 'GET', access: onContract('billing.read'), params: contractParams } as const;
const typed = { ...rangeFilters, types: z.optional(listParam(transactionType)) };
const listQuery = { ...typed, ...paging, ordering, orderBy: z._default(z.enum(['gmtTime', 'amount']), 'gmtTime') };

export const listBankBalanceDetails = defineCall({
  ...read,
  id: 'bank.details',
  path: '/api/v1/contracts/{id}/bank-balances/details',
  summary: 'Movements of cash with the balance after each',
  query: z.strictObject(listQuery),
  reply: pageOf(bankBalanceDetail),
});
export const summarizeBankBalance = defineCall({
  ...read,
  id: 'bank.summary',
  path: '/api/v1/contracts/{id}/bank-balances/summary',
  summary: 'Sums of deposits, deductions and withdrawals in a range',
  query: z.strictObject(typed),
  reply: z.object({
    depositAmount: amount,
    depositAmountFormatted: z.string(),
    deductAmount: amount,
    deductAmountFormatted: z.string(),
    withdrawAmount: amount,
    withdrawAmountFormatted: z.string(),
  }),
});
export const getBankBalance = defineCall({
  ...read,
  id: 'bank.balance',
  path: '/api/v1/contracts/{id}/bank-balances',
  summary: 'The cash of a contract',
  reply: z.object({
    contractId,
    currency,
    balance: amount,
    balanceFormatted: z.string(),
    frozen: amount,
    frozenFormatted: z.string(),
  }),
});
export const listBankTransactions = defineCall({
  ...read,
  id: 'bank.transactions',
  path: '/api/v1/contracts/{id}/bank-transactions',
  summary: 'Deposits and withdrawals',
  query: z.strictObject(listQuery),
  reply: pageOf(bankBalanceDetail),
});
export const listBankBalanceDetailsInternal = internalTwin(listBankBalanceDetails);
export const summarizeBankBalanceInternal = internalTwin(summarizeBankBalance);
export const getBankBalanceInternal = internalTwin(getBankBalance);
export const listBankTransactionsInternal = internalTwin(listBankTransactions);

export const recordBankTransaction = defineCall({
  id: 'bank.record',
  method: 'POST',
  path: '/internal/api/v1/contracts/{id}/bank-transactions',
  summary: 'Record money that came in (and settle what is owed, oldest first) or went out',
  access: internal('write'),
  params: contractParams,
  body: z.strictObject({
    type: z.enum(['deposit', 'withdraw'], 'Must be deposit or withdraw'),
    amount: positiveAmount,
    currency,
    counterpartAccountName: z.optional(text(200)),
    counterpartAccountNumber: z.optional(text(64)),
    counterpartAccountOpeningBank: z.optional(text(200)),
    gmtTransacted: z.optional(instant),
  }),
  reply: bankBalanceDetail,
});

export const frozenDetail = z.object({
  id: idOf('pst'),
  gmtTime: instant,
  type: frozenType,
  amount,
  amountFormatted: z.string(),
  newBalance: amount,
  newBalanceFormatted: z.string(),
});
export const listFrozenDetails = defineCall({
  ...read,
  id: 'frozen.details',
  path: '/api/v1/contracts/{id}/frozens/details',
  summary: 'Holds on cash and their release, with the frozen total after each',
  query: z.strictObject({
    ...rangeFilters,
    types: z.optional(listParam(frozenType)),
    ...paging,
    ordering,
    orderBy: z._default(z.enum(['gmtTime', 'amount']), 'gmtTime'),
  }),
  reply: pageOf(frozenDetail),
});
export const summarizeFrozen = defineCall({
  ...read,
  id: 'frozen.summary',
  path: '/api/v1/contracts/{id}/frozens/summary',
  summary: 'Sums of holds and releases in a range, and the total held now',
  query: z.strictObject(rangeFilters),
  reply: z.object({
    frozenAmount: amount,
    frozenAmountFormatted: z.string(),
    unfrozenAmount: amount,
    unfrozenAmountFormatted: z.string(),
    balance: amount,
    balanceFormatted: z.string(),
  }),
});
export const listFrozenDetailsInternal = internalTwin(listFrozenDetails);
export const summarizeFrozenInternal = internalTwin(summarizeFrozen);

export const deduction = z.object({
  id: idOf('pst'),
  gmtCreated: instant,
  deductType: z.enum(['cash', 'voucher']),
  amount,
  amountFormatted: z.string(),
  voucherID: z.optional(z.string()),
  voucherDeductedFormatted: z.optional(z.string()),
  voucherNewBalanceFormatted: z.optional(z.string()),
  statementID: z.string(),
  statementStart: instant,
});
export const listDeductions = defineCall({
  ...read,
  id: 'deduction.list',
  path: '/api/v1/contracts/{id}/deductions',
  summary: 'What was taken from cash or vouchers for statements',
  query: z.strictObject({
    ...paging,
    deductType: z.optional(z.enum(['cash', 'voucher'])),
    statementStart: z.optional(epochMs),
    orderBy: z._default(z.enum(['gmtCreated', 'amount']), 'gmtCreated'),
    ordering,
  }),
  reply: pageOf(deduction),
});
export const listDeductionsInternal = internalTwin(listDeductions);

export const calculateDeductions = defineCall({
  id: 'deduction.calculate',
  method: 'POST',
  path: '/internal/api/v1/deductions',
  summary: 'Deduct what is due now, oldest statement first; repeating it takes nothing twice',
  access: internal('write'),
  body: z.strictObject({ contractId }),
  reply: z.object({
    contractId,
    deducted: amount,
    statements: z.array(z.object({ statementID: z.string(), amount, deductState: z.string() })),
  }),
});
