import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { openListener } from './listener.ts';

const opened: { close(): Promise<unknown> }[] = [];
afterEach(() => Promise.all(opened.splice(0).map((app) => app.close())));

/** The client address of a request from 127.0.0.1, on a real socket. */
async function seenFrom(trustProxy: string[], forwardedFor: string): Promise<string> {
  const app = await openListener(pino({ level: 'silent' }), { trustProxy });
  opened.push(app);
  app.get('/', async ({ ip }) => ip);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', headers: { 'x-forwarded-for': forwardedFor } }, (reply) =>
      text(reply).then(resolve, reject),
    );
    asked.on('error', reject).end();
  });
}

it.each([
  ['an unlisted proxy is not trusted', [], '203.0.113.9', '127.0.0.1'],
  ['a proxy that is not listed is not', ['10.0.0.0/8'], '203.0.113.9', '127.0.0.1'],
  ['a proxy that is listed is', ['127.0.0.1'], '203.0.113.9', '203.0.113.9'],
  ['by the name of its range too', ['loopback'], '203.0.113.9', '203.0.113.9'],
  ['what its client made up is not', ['127.0.0.1'], '1.1.1.1, 203.0.113.9', '203.0.113.9'],
  ['whichever port it sent from', ['127.0.0.1'], '203.0.113.9:5678', '203.0.113.9'],
  ['an IPv6 address with its port too', ['127.0.0.1'], '[2001:db8::7]:5678', '2001:db8::7'],
  ['an IPv6 address in brackets too', ['127.0.0.1'], '[2001:db8::7]', '2001:db8::7'],
  ['a listed proxy with its port is trusted', ['127.0.0.1', '10.0.0.0/8'], '203.0.113.9:1, 10.1.2.3:2', '203.0.113.9'],
  ['several of ours in a row are', ['127.0.0.1', '10.0.0.0/8'], '203.0.113.9, 10.1.2.3', '203.0.113.9'],
])('%s', async (_, trusted, forwardedFor, seen) => {
  expect(await seenFrom(trusted, forwardedFor)).toBe(seen);
});
