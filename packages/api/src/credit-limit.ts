import * as z from 'zod/mini';
import { needs } from './rule.ts';
import { defineTerms } from './term.ts';
import { amount, amountNotNegative, currency, idOf, withTwins } from './wire.ts';

export const creditLimitId = idOf('cl');

/** How much a contract may be below zero while it holds. It is no money: it only widens what is tolerated. */
export const creditLimits = defineTerms('credit-limit', {
  id: creditLimitId,
  path: '/contracts/{id}/credit-limits',
  words: ['a credit limit', 'credit limits'],
  value: {
    amount: amountNotNegative,
    currency,
    /** That it is meant to be less than what is owed already, which opens an episode at once. */
    belowDebt: z.optional(z.boolean(needs('flag'))),
  },
  told: { ...withTwins({ amount }), currency },
  access: { customer: 'billing.read' },
  held: { moves: 'money' },
  refusals: ['CURRENCY_CONFLICT', 'TERM_PASSED'],
});
export type CreditLimit = z.output<typeof creditLimits.create.reply>;
