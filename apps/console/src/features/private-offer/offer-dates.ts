import type { PrivateOffer } from '@usance/api/sale/private-offer';

/** Converts the wire's seconds since 1970 to RFC 3339, from which dates are shown. */
export const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

type Dates = Pick<PrivateOffer, 'status' | 'response' | 'confirmationDeadline' | 'expirationDate'>;

// The dates of a rejected or invalid offer no longer matter.
const isClosed = ({ status }: Dates) => status === 'rejected' || status === 'invalid';

/** True if the deadline has passed without an answer. */
export function isDeadlineMissed(offer: Dates, nowMs: number): boolean {
  return !isClosed(offer) && offer.response === null && offer.confirmationDeadline * 1000 <= nowMs;
}

/** True if the offer's prices have ended, or would have. */
export function isExpirationPast(offer: Dates, nowMs: number): boolean {
  return !isClosed(offer) && offer.expirationDate !== null && offer.expirationDate * 1000 <= nowMs;
}

/** Returns the end of an accepted offer's prices if it is before the expiration date; otherwise undefined. */
export function earlyEnd({
  response,
  endsAt,
  expirationDate,
}: Pick<PrivateOffer, 'response' | 'endsAt' | 'expirationDate'>): number | undefined {
  if (response?.action !== 'accept' || endsAt === null) return undefined;
  return expirationDate === null || endsAt < expirationDate ? endsAt : undefined;
}

/** True if prices begin or end within an hour, which is charged as a whole by the terms at its beginning. */
export function beginsOrEndsInsideAnHour({
  effectiveDate,
  endsAt,
}: Pick<PrivateOffer, 'effectiveDate' | 'endsAt'>): boolean {
  return effectiveDate % 3600 !== 0 || (endsAt !== null && endsAt % 3600 !== 0);
}
