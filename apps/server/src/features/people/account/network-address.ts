import { isIP, isIPv4 } from 'node:net';
import { plainAddress } from '#platform/http/calls/plain-address.ts';

/** What counts as one address: IPv4 as it is, of IPv6 the /64 that one customer of a provider has. */
export function networkOf(ip: string): string {
  const plain = plainAddress(ip);
  if (isIPv4(plain)) return plain;
  // A proxy that is trusted passes on what it was told; whatever is no address is one address.
  if (isIP(ip) !== 6) return 'unknown';
  const [head = [], tail = []] = ip
    .replace(/%.*$/, '')
    .split('::')
    .map((side) => side.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** How the names of all networks of an IPv6 /48 begin, which one machine may have whole; IPv4 has no such. */
export function siteStartOf(network: string): string | undefined {
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}:` : undefined;
}
