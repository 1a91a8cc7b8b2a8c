import { isIP, isIPv4 } from 'node:net';
import { plainAddress } from '#platform/http/calls/audit/audit.ts';

/**
 * Returns the network that failures are counted by: an IPv4 address itself, or the /64 of an IPv6 one, which is one
 * customer's.
 */
export function networkOf(ip: string): string {
  const plain = plainAddress(ip);
  if (isIPv4(plain)) return plain;
  // A trusted proxy passes on what it was given. All values that are no address count as one.
  if (isIP(ip) !== 6) return 'unknown';
  const [head = [], tail = []] = ip
    .replace(/%.*$/, '')
    .split('::')
    .map((side) => side.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** Returns the common prefix of all networks of an IPv6 /48, which one machine may own whole; undefined for IPv4. */
export function siteStartOf(network: string): string | undefined {
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}:` : undefined;
}
