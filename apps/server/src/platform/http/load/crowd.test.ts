import { expect, it } from 'vitest';
import { Crowd } from './crowd.ts';

/** All /64 networks of one site, one caller from each. */
const sites = (site: string) => Array.from({ length: 20 }, (_, nth) => ({ address: `${site}:${nth + 1}::` }));

it('an IPv6 /48, which one machine may own, counts as one address', () => {
  const crowd = new Crowd({ all: 8, ofAccount: 4, fromAddress: 6 });
  for (const asker of sites('2001:db8:7')) if (crowd.hasRoomFor(asker)) crowd.enter(asker);
  expect(crowd.fullPartOf({ address: '2001:db8:7:99::' })).toBe('IPv6 /48');
  expect(crowd.isFull).toBe(false);
  for (const address of ['2001:db8:8::', '2001:db8::', '10.0.0.1']) expect(crowd.hasRoomFor({ address })).toBe(true);
});

it('a caller who left leaves no trace', () => {
  const crowd = new Crowd({ all: 8, ofAccount: 4, fromAddress: 6 });
  const askers = sites('2001:db8:7').slice(0, 6);
  for (const asker of askers) crowd.enter(asker);
  for (const asker of askers) crowd.leave(asker);
  expect(crowd.hasRoomFor({ address: '2001:db8:7:1::' })).toBe(true);
});
