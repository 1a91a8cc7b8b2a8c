import { isIP } from 'node:net';
import { BadConfig } from '../failure/operator-error.ts';

/** Names that the proxy library knows as ranges of addresses. */
const namedRanges = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** The proxies listed in TRUST_PROXY, maybe none. An unlisted client could claim any address. */
export function trustedProxies(text: string | undefined): string[] {
  const listed = (text ?? '').split(',').map((part) => part.trim());
  if (listed.length === 1 && listed[0] === '') return [];
  const strange = listed.find((part) => !namedRanges.has(part) && !isRange(part));
  if (strange !== undefined)
    throw new BadConfig(
      `TRUST_PROXY lists the addresses or ranges of proxies, like 127.0.0.1 or 10.0.0.0/8, or ${[...namedRanges].join(', ')}: not "${strange}"`,
    );
  return listed;
}

function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const longest = { 4: 32, 6: 128 }[isIP(address)];
  if (longest === undefined || more.length > 0) return false;
  // A range of all addresses would trust every client.
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= longest);
}
