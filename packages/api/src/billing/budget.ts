import * as z from 'zod/mini';
import { billingRead, defineCalls, inPath } from '../call.ts';
import { says } from '../rule.ts';
import { sortedBy } from '../sorted.ts';
import {
  amount,
  amountNotNegative,
  billingMonth,
  contractId,
  contractParams,
  currency,
  exactDecimal,
  idOf,
  instantText,
  noContent,
  paged,
  paging,
  text,
  wholeNumber,
  withTwins,
} from '../wire.ts';
import { usageFilter } from './purchase/purchase-filter.ts';

export const budgetId = idOf('bud');
/** The number of budgets that a contract may have. */
export const mostBudgets = 50;
export const allBudgets = { query: { pageSize: mostBudgets } } as const;

/** The usage that a budget counts, by some filters of cost analysis; without any, all usage of the contract. */
const budgetFilter = z.pick(usageFilter, {
  datacloudID: true,
  cloudProvider: true,
  region: true,
  product: true,
  tag: true,
});
export type BudgetFilter = z.output<typeof budgetFilter>;

/**
 * The consequence when a month's cost reaches the amount. People are told in any case. `ask` asks the admins whether
 * to continue, and `stop` pauses the data clouds until somebody continues or the next month begins.
 */
const budgetLimit = z.enum(['tell', 'ask', 'stop']);
export type BudgetLimit = z.output<typeof budgetLimit>;

/** The shares of the amount, in percent, at which people are told. */
const warnings = z.array(wholeNumber(1, 1_000)).check(z.maxLength(10, says('tooMany', { max: 10 })));

/**
 * The cost has not reached the amount (`within`). Or it has: people were told (`reached`), or the admins are asked
 * whether to continue (`asked`). Or data clouds are paused (`stopped`), until somebody continues this month (`goneOn`).
 */
const budgetState = z.enum(['within', 'reached', 'asked', 'stopped', 'goneOn']);
export type BudgetState = z.output<typeof budgetState>;

const budget = z.object({
  id: budgetId,
  contractId,
  name: z.string(),
  currency,
  ...withTwins({ amount }),
  filter: budgetFilter,
  warnings: z.array(z.int()),
  forecastWarnings: z.array(z.int()),
  atLimit: budgetLimit,
  /** The running month, in the contract's zone. */
  month: billingMonth,
  state: budgetState,
  /** The rated cost of the month, exact, and its share of the amount in percent; absent until it is first counted. */
  spent: z.optional(z.object({ ...withTwins({ amount: exactDecimal }), percent: z.string(), gmtCounted: instantText })),
  /**
   * The expected cost of the month, as of a count of the last hour or, without new usage, the last one. Absent unless the budget warns by it and enough days are
   * known, and while the cost is above it.
   */
  expected: z.optional(z.object({ ...withTwins({ amount: exactDecimal }), percent: z.string() })),
  /** The e-mail of who continued this month; empty for an internal system. */
  goneOnBy: z.optional(z.string()),
  gmtCreated: instantText,
});
export type Budget = z.output<typeof budget>;

/** A number above 0, in the contract's currency, for each calendar month in the contract's zone. */
const terms = {
  name: text(64),
  amount: amountNotNegative.check(z.refine((written) => /[1-9]/.test(written), says('aboveZero'))),
  filter: z._default(budgetFilter, {}),
  warnings: z._default(warnings, [80]),
  /** The shares at which people are told that the month is expected to come to them. */
  forecastWarnings: z._default(warnings, []),
  atLimit: z._default(budgetLimit, 'tell'),
};
export const budgetBody = z.strictObject(terms).check(({ value, issues }) => {
  if (value.atLimit === 'stop' && value.filter.product !== undefined)
    issues.push({ code: 'custom', input: value.atLimit, path: ['atLimit'], message: says('stopsWholeDataclouds') });
});
export type BudgetTerms = z.output<typeof budgetBody>;

const write = {
  customer: 'billing.manage',
  internal: 'contract.write',
  contract: inPath,
  locks: 'contract',
  admission: 'write',
} as const;
const one = {
  ...write,
  path: '/contracts/{id}/budgets/{budgetID}',
  params: z.strictObject({ id: contractId, budgetID: budgetId }),
} as const;

export const budgets = defineCalls('budget', {
  list: {
    ...billingRead,
    path: '/contracts/{id}/budgets',
    summary: 'The budgets of a contract, with the cost of the running month',
    params: contractParams,
    query: z.strictObject({ ...paging, ...sortedBy('gmtCreated', 'name', 'amount') }),
    reply: paged(budget),
  },
  create: {
    ...write,
    path: '/contracts/{id}/budgets',
    method: 'POST',
    summary: 'Set an amount for each month that warns, asks whether to continue, or stops data clouds',
    refusals: ['BUDGET_CONFLICT'],
    params: contractParams,
    body: budgetBody,
    reply: budget,
  },
  update: {
    ...one,
    method: 'PUT',
    summary: 'Replace all terms of a budget; its running month is counted anew, and the data clouds follow',
    refusals: ['BUDGET_CONFLICT', 'BUDGET_NOT_FOUND'],
    body: budgetBody,
    reply: budget,
  },
  delete: {
    ...one,
    method: 'DELETE',
    summary: 'Delete a budget; data clouds that it stopped run on within a minute',
    refusals: ['BUDGET_NOT_FOUND'],
    reply: noContent,
  },
  goOn: {
    ...one,
    path: '/contracts/{id}/budgets/{budgetID}/go-on',
    method: 'POST',
    summary: 'Continue this month although the cost has reached the amount; data clouds run on within a minute',
    refusals: ['BUDGET_CONFLICT', 'BUDGET_NOT_FOUND'],
    reply: budget,
  },
});
