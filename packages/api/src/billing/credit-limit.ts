import * as z from 'zod/mini';
import { defineTerms } from '../metering/term.ts';
import { needs } from '../rule.ts';
import { amount, amountNotNegative, currency, idOf, withTwins } from '../wire.ts';

export const creditLimitId = idOf('cl');

/** The amount that a contract may be below zero while the limit holds. It is not money, only a tolerance. */
export const creditLimits = defineTerms('credit-limit', {
  id: creditLimitId,
  path: '/contracts/{id}/credit-limits',
  words: ['a credit limit', 'credit limits'],
  fixed: 'once begun',
  value: {
    amount: amountNotNegative,
    currency,
    /** Confirms a limit below the present debt, which opens an episode at once. */
    belowDebt: z.optional(z.boolean(needs('flag'))),
  },
  replyFields: { ...withTwins({ amount }), currency },
  access: { customer: 'billing.read' },
  held: { moves: 'money' },
  refusals: ['CURRENCY_CONFLICT', 'TERM_PASSED'],
});
export type CreditLimit = z.output<typeof creditLimits.create.reply>;
