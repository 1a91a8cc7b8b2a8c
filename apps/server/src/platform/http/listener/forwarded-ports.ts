import type { IncomingMessage } from 'node:http';

/** An address of version 4, or one of version 6 in brackets, with the port that it sent from. */
const withPort = /^(?:(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?|\[([\da-f:.]+)\](?::\d+)?)$/i;

/**
 * Takes the ports out of `X-Forwarded-For`, which some proxies write beside each address: every connection has another,
 * so with it everybody would be somebody else with each, and no limit by address would hold.
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
