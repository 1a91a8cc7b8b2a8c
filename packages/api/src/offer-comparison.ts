import * as z from 'zod/mini';
import { billingRead, defineCalls } from './call.ts';
import { privateOfferParams } from './private-offer.ts';
import { billingMonth, currency, exactDecimal, withTwins } from './wire.ts';

/** The rated amount, the amount under the offer, and the difference. */
const compared = withTwins({ amount: exactDecimal, offerAmount: exactDecimal, difference: exactDecimal });
const ofProduct = z.object({ product: z.string(), ...compared });
const ofMonth = z.object({
  month: billingMonth,
  /** It is not over: what was used so far. */
  isRunning: z.boolean(),
  /** Some of its days wait to be rated: what was used on them may be missing from the rated amount, and never from the other. */
  waitsForRating: z.boolean(),
  ...compared,
  products: z.array(ofProduct),
});

export const offerComparisons = defineCalls('offer-comparison', {
  get: {
    ...billingRead,
    path: '/contracts/{id}/private-offers/{poid}/comparison',
    summary:
      'What the last six months would have come to under a private offer, by month and product; nothing of it is stored',
    admission: 'usage-export',
    refusals: ['AMOUNT_TOO_LARGE', 'PRIVATE_OFFER_NOT_FOUND', 'USAGE_UNPRICED'],
    params: privateOfferParams,
    reply: z.object({
      currency,
      ...compared,
      products: z.array(ofProduct),
      /** The oldest first: those that are over, from the contract's first on; where none is, the one that runs. */
      months: z.array(ofMonth),
    }),
  },
});
export type OfferComparison = z.output<typeof offerComparisons.get.reply>;
export type ComparedAmounts = Pick<OfferComparison, keyof typeof compared>;
