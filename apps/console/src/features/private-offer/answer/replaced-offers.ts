import type { PrivateOffer } from '@usance/api/sale/private-offer';

type Dates = Pick<PrivateOffer, 'effectiveDate' | 'endsAt'>;

/** Returns the accepted offers that end when another begins: those that would hold then, or begin later. */
export function replacedOffers<Offer extends Dates>(
  accepted: readonly Offer[],
  { effectiveDate }: Pick<Dates, 'effectiveDate'>,
): Offer[] {
  return accepted
    .filter((one) => one.endsAt === null || one.endsAt > Math.max(effectiveDate, one.effectiveDate))
    .toSorted((one, other) => one.effectiveDate - other.effectiveDate);
}
