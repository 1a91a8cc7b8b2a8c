import { offerStatus } from '@usance/api/sale/private-offer';
import { describe, expect, it } from 'vitest';
import { assertTakes, type OfferAction, pricesEndAt, standingAt } from './offer-state.ts';

/** The statuses that allow each action; all others refuse it. */
const taken: readonly (readonly [OfferAction, string])[] = [
  ['update', 'draft rejected'],
  ['delete', 'draft rejected expired invalid'],
  ['submit', 'draft'],
  ['approve', 'pending_approval'],
  ['respond', 'pending_acceptance'],
  ['withdraw', 'pending_approval approved pending_acceptance accepted'],
];

it.each(taken)('%s is allowed in %s only', (action, statuses) => {
  for (const status of offerStatus.options) {
    const attempt = expect(() => assertTakes(status, action));
    if (statuses.split(' ').includes(status)) attempt.not.toThrow();
    else attempt.toThrow(expect.objectContaining({ reason: 'OFFER_STATE_CONFLICT', metadata: { status } }));
  }
});

const at = (day: number) => new Date(Date.UTC(2026, 9, day));
const kept = {
  state: 'accepted',
  expiration_date: null,
  confirmation_deadline: at(20),
  response_action: null,
  ended_at: null,
  end_reason: null,
  contract_ended_at: null,
} as const;
type Case = readonly [string, Partial<Parameters<typeof standingAt>[0]>, Date, boolean, string];

describe('the state of an offer over time', () => {
  const cases: readonly Case[] = [
    ['a draft waits for ever', { state: 'draft', contract_ended_at: at(1) }, at(30), true, 'draft'],
    ['a submitted one outlives its deadline', { state: 'pending_approval' }, at(30), true, 'pending_approval'],
    [
      'and not its contract',
      { state: 'pending_approval', contract_ended_at: at(5) },
      at(5),
      true,
      'invalid contract_ended',
    ],
    ['an approved one waits for its buyer to be known', { state: 'approved' }, at(30), false, 'approved'],
    ['and then for the answer', { state: 'approved' }, at(19), true, 'pending_acceptance'],
    ['which may come too late', { state: 'approved' }, at(20), true, 'expired'],
    [
      'before the deadline it can be answered',
      { state: 'pending_acceptance' },
      new Date(at(20).getTime() - 1),
      false,
      'pending_acceptance',
    ],
    ['at the deadline it cannot', { state: 'pending_acceptance' }, at(20), false, 'expired'],
    [
      'the contract ends it before',
      { state: 'pending_acceptance', contract_ended_at: at(19) },
      at(21),
      false,
      'invalid contract_ended',
    ],
    ['and not after', { state: 'pending_acceptance', contract_ended_at: at(21) }, at(22), false, 'expired'],
    ['an accepted one is open', {}, at(31), false, 'accepted'],
    ['up to its expiration', { expiration_date: at(25) }, at(25), false, 'expired'],
    [
      'or to its successor',
      { expiration_date: at(25), ended_at: at(24), end_reason: 'superseded' },
      at(25),
      false,
      'invalid superseded',
    ],
    ['and not before that', { ended_at: at(24), end_reason: 'superseded' }, at(23), false, 'accepted'],
    ['or to the end of its contract', { contract_ended_at: at(24) }, at(24), false, 'invalid contract_ended'],
    ['a rejected one stays', { state: 'rejected' }, at(30), true, 'rejected'],
    ['an expired one stays', { state: 'expired', contract_ended_at: at(1) }, at(30), true, 'expired'],
    ['an invalid one says why', { state: 'invalid', end_reason: 'withdrawn' }, at(30), true, 'invalid withdrawn'],
  ];
  it.each(cases)('%s', (_, row, now, isKycComplete, expected) => {
    const { status, invalidReason } = standingAt({ ...kept, ...row }, { now, isKycComplete });
    expect([status, invalidReason].filter((each) => each !== null).join(' ')).toBe(expected);
  });

  it('its prices end at the earlier of both ends', () => {
    const ends = [
      { expiration_date: null, ended_at: null },
      { expiration_date: at(3), ended_at: null },
      { expiration_date: at(3), ended_at: at(2) },
      { expiration_date: at(2), ended_at: at(3) },
    ];
    expect(ends.map(pricesEndAt)).toEqual([null, at(3), at(2), at(2)]);
  });
});
