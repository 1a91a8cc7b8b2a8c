import type { PrivateOffer } from '@usance/api/private-offer';

type Dates = Pick<PrivateOffer, 'effectiveDate' | 'expirationDate'>;

/**
 * Which accepted offers end when another one begins. Accepted offers never overlap: each ends where the next one begins, if
 * not before.
 */
export function replacedOffers<Offer extends Dates>(accepted: readonly Offer[], { effectiveDate }: Dates): Offer[] {
  return accepted
    .toSorted((one, other) => one.effectiveDate - other.effectiveDate)
    .filter(({ expirationDate }, index, inOrder) => {
      const next = inOrder[index + 1]?.effectiveDate ?? Number.POSITIVE_INFINITY;
      return Math.min(expirationDate ?? Number.POSITIVE_INFINITY, next) > effectiveDate;
    });
}
