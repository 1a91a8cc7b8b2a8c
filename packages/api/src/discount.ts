import * as z from 'zod/mini';
import { says } from './rule.ts';
import { defineTerms } from './term.ts';
import { exactDecimal, idOf } from './wire.ts';

export const discountId = idOf('dis');

const zhekou = z.string(says('decimalString')).check(
  z.regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, says('discountRate')),
  z.refine((rate) => /[1-9]/.test(rate), says('aboveZero')),
);

/** A multiplier of list prices, never of a contract's own or of an offer's: 0.85 means pay 85 %. What it reaches is rated again. */
export const discounts = defineTerms('discount', {
  id: discountId,
  path: '/contracts/{id}/discounts',
  words: ['a discount', 'discounts'],
  value: { zhekou },
  told: { zhekou: exactDecimal, zhekouFormatted: z.string() },
  access: { customer: 'billing.read' },
  refusals: ['MONTH_SIGNED'],
});
export type Discount = z.output<typeof discounts.create.reply>;
