import { expect, it } from 'vitest';
import { trustedProxies } from './trusted-proxies.ts';

it.each([
  [undefined, []],
  ['', []],
  ['127.0.0.1', ['127.0.0.1']],
  ['10.0.0.0/8, fd00::/8,loopback', ['10.0.0.0/8', 'fd00::/8', 'loopback']],
])('of %j come %j', (text, proxies) => {
  expect(trustedProxies(text)).toEqual(proxies);
});

it.each([
  'true',
  '1',
  '*',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  '127.0.0.1,',
  'proxy.example',
  '10.0.0',
])('%j is refused, since an unlisted client could claim any address', (text) => {
  expect(() => trustedProxies(text)).toThrow('TRUST_PROXY lists');
});
