import { expect, it } from 'vitest';
import { networkOf, siteStartOf } from './network-address.ts';

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['2001:db8::3:4:5:6:7', '2001:db8:0:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['made up', 'unknown'],
  ['', 'unknown'],
])('%s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

it.each([
  ['2001:db8:1:2::9', '2001:db8:1:'],
  ['2001:db8::9', '2001:db8:0:'],
  ['203.0.113.9', undefined],
  ['made up', undefined],
])('the networks of the /48 of %s begin with %s', (ip, start) => {
  expect(siteStartOf(networkOf(ip))).toBe(start);
});
