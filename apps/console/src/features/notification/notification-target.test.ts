import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { targetOf } from './notification-target.ts';

beforeEach(() => vi.stubGlobal('location', { origin: 'https://console.example' }));
afterEach(() => vi.unstubAllGlobals());

const of = (url: string, notificationType: 'private_offer' | 'balance_low' = 'balance_low', contractId = 'ct-aaaa') =>
  targetOf({ notificationType, contractId, url });

it.each([
  ['/billing-center/ct-aaaa?tab=cash#top', { inside: '/billing-center/ct-aaaa?tab=cash#top' }],
  ['https://elsewhere.example/offer', { elsewhere: 'https://elsewhere.example/offer' }],
  ['https://console.example/account', { elsewhere: 'https://console.example/account' }],
  ['//elsewhere.example/offer', { elsewhere: 'https://elsewhere.example/offer' }],
  [String.raw`/\elsewhere.example`, { elsewhere: 'https://elsewhere.example/' }],
  ['', undefined],
  ['javascript:alert(1)', undefined],
  [' javascript:alert(1)', undefined],
  ['data:text/html,hello', undefined],
])('a notification of %j leads to %j', (url, target) => {
  expect(of(url)).toEqual(target);
});

it('a private offer links to the offers of its contract, whatever its own link', () => {
  expect(of('https://elsewhere.example', 'private_offer')).toEqual({
    inside: '/billing-center/ct-aaaa/private-offers',
  });
  expect(of('/account', 'private_offer', '')).toEqual({ inside: '/account' });
});
