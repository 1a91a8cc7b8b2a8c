import { describe, expect, it } from 'vitest';
import { beginsOrEndsInsideAnHour, isDeadlineMissed, isExpirationPast } from './offer-dates.ts';
import { aPrivateOffer } from './private-offer.fixture.ts';

const deadline = Date.parse('2026-10-20T00:00:00Z');
const expiration = Date.parse('2027-10-20T00:00:00Z');
const of = (said: Parameters<typeof aPrivateOffer>[0]) =>
  aPrivateOffer({ confirmationDeadline: deadline / 1000, expirationDate: expiration / 1000, ...said });
const accept = { action: 'accept', comment: null, respondedAt: deadline / 1000 - 1 } as const;

describe('a deadline that has passed', () => {
  it.each(['draft', 'pending_approval', 'approved', 'expired'] as const)(
    'is missed by an offer that is %s',
    (status) => {
      expect(isDeadlineMissed(of({ status }), deadline)).toBe(true);
      expect(isDeadlineMissed(of({ status }), deadline - 1)).toBe(false);
    },
  );

  it('does not matter for an offer that was answered, withdrawn or refused approval', () => {
    expect(isDeadlineMissed(of({ status: 'accepted', response: accept }), deadline)).toBe(false);
    expect(isDeadlineMissed(of({ status: 'expired', response: accept }), expiration)).toBe(false);
    expect(isDeadlineMissed(of({ status: 'invalid' }), deadline)).toBe(false);
    expect(isDeadlineMissed(of({ status: 'rejected' }), deadline)).toBe(false);
  });
});

describe('an expiration date that has passed', () => {
  it('shows that an accepted offer has ended', () => {
    const offer = of({ status: 'expired', response: accept });
    expect(isExpirationPast(offer, expiration)).toBe(true);
    expect(isExpirationPast(offer, expiration - 1)).toBe(false);
  });

  it('does not matter for an open or a closed offer', () => {
    expect(isExpirationPast(of({ status: 'accepted', expirationDate: null }), expiration)).toBe(false);
    expect(isExpirationPast(of({ status: 'rejected' }), expiration)).toBe(false);
    expect(isExpirationPast(of({ status: 'invalid' }), expiration)).toBe(false);
  });
});

it.each([
  ['2026-10-01T10:30:00Z', null, true],
  ['2026-10-01T10:00:00Z', null, false],
  ['2026-10-01T10:00:00Z', '2026-11-01T00:00:01Z', true],
  ['2026-10-01T10:00:00Z', '2026-11-01T00:00:00Z', false],
])('prices from %s to %s change inside an hour: %s', (from, to, isInside) => {
  const seconds = (at: string) => Date.parse(at) / 1000;
  const dates = { effectiveDate: seconds(from), endsAt: to === null ? null : seconds(to) };
  expect(beginsOrEndsInsideAnHour(of(dates))).toBe(isInside);
});
