import { expect, it } from 'vitest';
import { Crowd } from './crowd.ts';

/** As many as one network of a site can be: each asks from a /64 of its own. */
const sites = (site: string) => Array.from({ length: 20 }, (_, nth) => ({ address: `${site}:${nth + 1}::` }));

it('an IPv6 /48, which one machine may have whole, has what an address may have', () => {
  const crowd = new Crowd({ all: 8, ofAccount: 4, fromAddress: 6 });
  for (const asker of sites('2001:db8:7')) if (crowd.hasRoomFor(asker)) crowd.enter(asker);
  expect(crowd.fullPartOf({ address: '2001:db8:7:99::' })).toBe('IPv6 /48');
  expect(crowd.isFull).toBe(false);
  for (const address of ['2001:db8:8::', '2001:db8::', '10.0.0.1']) expect(crowd.hasRoomFor({ address })).toBe(true);
});

it('nothing is left of who has left', () => {
  const crowd = new Crowd({ all: 8, ofAccount: 4, fromAddress: 6 });
  const askers = sites('2001:db8:7').slice(0, 6);
  for (const asker of askers) crowd.enter(asker);
  for (const asker of askers) crowd.leave(asker);
  expect(crowd.hasRoomFor({ address: '2001:db8:7:1::' })).toBe(true);
});
