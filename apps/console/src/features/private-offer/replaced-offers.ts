import type { PrivateOffer } from '@usance/api/private-offer';

type Dates = Pick<PrivateOffer, 'effectiveDate' | 'endsAt'>;

/** Which accepted offers end when another one begins: those whose prices would hold then, or begin only afterwards. */
export function replacedOffers<Offer extends Dates>(
  accepted: readonly Offer[],
  { effectiveDate }: Pick<Dates, 'effectiveDate'>,
): Offer[] {
  return accepted
    .filter((one) => one.endsAt === null || one.endsAt > Math.max(effectiveDate, one.effectiveDate))
    .toSorted((one, other) => one.effectiveDate - other.effectiveDate);
}
