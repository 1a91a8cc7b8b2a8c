import type { PrivateOffer } from '@usance/api/private-offer';

/** The wire has seconds since 1970; dates are shown from RFC 3339. */
export const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

type Dates = Pick<PrivateOffer, 'status' | 'response' | 'confirmationDeadline' | 'expirationDate'>;

// The dates of such an offer decide nothing any more.
const isClosed = ({ status }: Dates) => status === 'rejected' || status === 'invalid';

/** Whether the time to answer is over without an answer. */
export function isDeadlineMissed(offer: Dates, nowMs: number): boolean {
  return !isClosed(offer) && offer.response === null && offer.confirmationDeadline * 1000 <= nowMs;
}

/** Whether the prices of the offer have ended, or would have. */
export function isExpirationPast(offer: Dates, nowMs: number): boolean {
  return !isClosed(offer) && offer.expirationDate !== null && offer.expirationDate * 1000 <= nowMs;
}

/** When the prices of an accepted offer end before its expiration date, since something has ended it; undefined where they do not. */
export function earlyEnd({
  response,
  endsAt,
  expirationDate,
}: Pick<PrivateOffer, 'response' | 'endsAt' | 'expirationDate'>): number | undefined {
  if (response?.action !== 'accept' || endsAt === null) return undefined;
  return expirationDate === null || endsAt < expirationDate ? endsAt : undefined;
}

/** Whether its prices begin or end inside an hour, the whole of which is charged by what held when it began. */
export function beginsOrEndsInsideAnHour({
  effectiveDate,
  endsAt,
}: Pick<PrivateOffer, 'effectiveDate' | 'endsAt'>): boolean {
  return effectiveDate % 3600 !== 0 || (endsAt !== null && endsAt % 3600 !== 0);
}
