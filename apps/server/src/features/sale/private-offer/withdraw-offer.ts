import type { ParsedBody, ParsedParams } from '@usance/api/call';
import type { PrivateOffer, privateOffers } from '@usance/api/sale/private-offer';
import { floorToHour, hourMs, instantOf } from '@usance/period/instant';
import { applyOffers } from './apply-offers.ts';
import { type OfferWork, offerAtHand, tellOffer } from './offer-at-hand.ts';
import { keepOffer } from './state/keep-offer.ts';
import { assertTakes, pricesEndAt } from './state/offer-state.ts';
import { tellPeople } from './state/tell-people.ts';
import { supersede } from './supersede.ts';

interface Input {
  readonly params: ParsedParams<typeof privateOffers.withdraw>;
  readonly body: ParsedBody<typeof privateOffers.withdraw>;
}

/**
 * Withdraws an offer. The prices of an accepted one that has begun hold to the end of the current hour; one that has
 * not begun no longer ends others. The audit keeps the reason from the call.
 */
export async function withdrawOffer(ctx: OfferWork, { params }: Input): Promise<PrivateOffer> {
  const { row, standing } = await offerAtHand(ctx, params.poid);
  assertTakes(standing.status, 'withdraw');
  const isAccepted = standing.status === 'accepted';
  const isHolding = isAccepted && row.effective_date <= ctx.now;
  const end = pricesEndAt(row);
  const hourEnd = new Date(floorToHour(instantOf(ctx.now)) + hourMs);
  const endsAt = isHolding ? (end !== null && end < hourEnd ? end : hourEnd) : ctx.now;
  const withdrawn = await keepOffer(ctx.tx, row, { state: 'invalid', end_reason: 'withdrawn', ended_at: endsAt });
  if (isAccepted) {
    await supersede(ctx);
    await applyOffers(ctx);
  }
  if (isAccepted || standing.status === 'pending_acceptance') await tellPeople(ctx, withdrawn, 'withdrawn');
  return tellOffer(ctx, row.id);
}
