import * as z from 'zod/mini';
import { idOf, multiplier, replyMultiplier } from '../wire.ts';
import { defineTerms } from './term.ts';

export const discountId = idOf('dis');

/**
 * A multiplier of list prices: 0.85 means pay 85 %. It never applies to a contract's own prices or an offer's. The
 * affected usage is rated again.
 */
export const discounts = defineTerms('discount', {
  id: discountId,
  path: '/contracts/{id}/discounts',
  words: ['a discount', 'discounts'],
  fixed: 'in signed months',
  value: { zhekou: multiplier },
  replyFields: { zhekou: replyMultiplier, zhekouFormatted: z.string() },
  access: { customer: 'billing.read' },
  held: {},
  refusals: ['MONTH_SIGNED'],
});
export type Discount = z.output<typeof discounts.create.reply>;
