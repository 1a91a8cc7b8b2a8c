import type { IncomingMessage } from 'node:http';

/** An IPv4 address, or an IPv6 address in brackets, with a port. */
const withPort = /^(?:(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?|\[([\da-f:.]+)\](?::\d+)?)$/i;

/**
 * Removes the ports that some proxies write in `X-Forwarded-For`. They differ for each connection, so that no limit by
 * address would hold.
 */
export function forgetPorts({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const forwarded = headers['x-forwarded-for'];
  if (typeof forwarded !== 'string') return;
  const addresses = forwarded.split(',').map((text) => {
    const [, four, six] = withPort.exec(text.trim()) ?? [];
    return four ?? six ?? text.trim();
  });
  headers['x-forwarded-for'] = addresses.join(', ');
}
