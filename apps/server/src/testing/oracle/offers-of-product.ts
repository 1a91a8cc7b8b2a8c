import { privateOffers } from '@usance/api/sale/private-offer';
import { knownBuyer, offering } from '../../features/sale/private-offer/private-offer.fixture.ts';
import { member } from '../builders.ts';
import { internalCaller } from '../callers.ts';
import type { TestApp } from '../test-app.ts';
import { rfc } from './calendar.ts';
import type { Event, OfferGiven } from './history.ts';
import type { Twin } from './product.ts';

type OfOffers = Extract<Event, { readonly offerNo: number }>;

export const isOfOffers = (event: Event): event is OfOffers => 'offerNo' in event;

/** Makes the product's calls for an event of an offer. */
export async function tellOfOffer(
  app: TestApp,
  twin: Twin,
  event: OfOffers,
  skuIds: ReadonlyMap<string, string>,
): Promise<void> {
  if (event.kind === 'offer') {
    if (twin.offerIds.size === 0) await knownBuyer(app, twin.id);
    const { id } = await offering(app, twin.id, bodyOf(event.given, skuIds)).approved();
    twin.offerIds.set(event.offerNo, id);
    return;
  }
  const id = twin.offerIds.get(event.offerNo) ?? '';
  const params = { id: twin.id, poid: id };
  if (event.kind === 'withdrawOffer') await internalCaller(app).call(privateOffers.withdraw, { params, body: {} });
  else {
    const buyer = await member(app, twin.id, 'billing_admin');
    const body = event.isAccepted
      ? { action: 'accept' as const }
      : { action: 'reject' as const, comment: 'A random history' };
    await buyer.call(privateOffers.respond, { params, body });
  }
}

function bodyOf(given: OfferGiven, skuIds: ReadonlyMap<string, string>) {
  return {
    effectiveDate: rfc(given.from),
    expirationDate: given.to === undefined ? null : rfc(given.to),
    confirmationDeadline: rfc(given.deadline),
    discountType: given.tiers.length > 0 ? ('tiered' as const) : ('standard' as const),
    tieredDiscounts: given.tiers.map(({ from, rate }, index) => ({
      tierLevel: index + 1,
      minThreshold: from,
      maxThreshold: given.tiers[index + 1]?.from ?? '-1',
      discountRate: rate,
    })),
    offerItems: given.items.map(({ item, ...terms }) => ({ skuId: skuIds.get(item) ?? '', ...terms })),
  };
}
