import * as z from 'zod/mini';
import { billingRead, defineCalls } from '../call.ts';
import { billingMonth, currency, exactDecimal, withTwins } from '../wire.ts';
import { privateOfferParams } from './private-offer.ts';

/** The rated amount, the amount under the offer, and the difference. */
const compared = withTwins({ amount: exactDecimal, offerAmount: exactDecimal, difference: exactDecimal });
const ofProduct = z.object({ product: z.string(), ...compared });
const ofMonth = z.object({
  month: billingMonth,
  /** True if the month is not over; the amounts are of the usage so far. */
  isRunning: z.boolean(),
  /** True if some days wait for rating: the rated amount may lack their usage, which the offer's amount includes. */
  waitsForRating: z.boolean(),
  ...compared,
  products: z.array(ofProduct),
});

export const offerComparisons = defineCalls('offer-comparison', {
  get: {
    ...billingRead,
    path: '/contracts/{id}/private-offers/{poid}/comparison',
    summary: 'The amounts of the last six months under a private offer, by month and product; stores nothing',
    admission: 'usage-export',
    refusals: ['AMOUNT_TOO_LARGE', 'PRIVATE_OFFER_NOT_FOUND', 'USAGE_UNPRICED'],
    params: privateOfferParams,
    reply: z.object({
      currency,
      ...compared,
      products: z.array(ofProduct),
      /** Complete months since the beginning of the contract, oldest first; the current month if there is none. */
      months: z.array(ofMonth),
    }),
  },
});
export type OfferComparison = z.output<typeof offerComparisons.get.reply>;
export type ComparedAmounts = Pick<OfferComparison, keyof typeof compared>;
