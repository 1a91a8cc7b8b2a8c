import type { ParsedParams } from '@usance/api/call';
import type { privateOffers } from '@usance/api/sale/private-offer';
import { type OfferWork, offerAtHand } from './offer-at-hand.ts';
import { keepOffer } from './state/keep-offer.ts';
import { assertTakes } from './state/offer-state.ts';

/** Hides an offer. Its row stays as evidence of the prices that it set. */
export async function deleteOffer(
  ctx: OfferWork,
  { params: { poid } }: { params: ParsedParams<typeof privateOffers.delete> },
): Promise<void> {
  const { row, standing } = await offerAtHand(ctx, poid);
  assertTakes(standing.status, 'delete');
  await keepOffer(ctx.tx, row, { deleted_at: ctx.now });
}
