import { pathOf } from '@usance/api/call';
import { usages } from '@usance/api/metering/usage';
import { accounts } from '@usance/api/people/account';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listening } from './socket/listening-app.ts';
import { exchange } from './socket/raw-exchange.ts';
import { startTestApp, type TestApp, testToken } from './test-app.ts';

let app: TestApp;
let house: Awaited<ReturnType<typeof listening>>;
beforeAll(async () => {
  app = await startTestApp();
  house = await listening(app);
});
afterAll(() => app.close());
beforeEach(() => house.asked.splice(0));

const targets = {
  publicListener: `POST ${pathOf(accounts.login, 'customer')} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`,
  internalListener: `POST ${pathOf(usages.ingest, 'internal')} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${testToken}\r\nContent-Type: application/x-ndjson\r\n`,
} as const;
const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
const chunked = 'Transfer-Encoding: chunked\r\n';

/** The text between the request line and the request that must never be served. */
const unclear: readonly [string, string][] = [
  ['a length beside chunks', `Content-Length: 5\r\n${chunked}\r\n0\r\n\r\n`],
  ['chunks beside a length', `${chunked}Content-Length: 5\r\n\r\n0\r\n\r\n`],
  ['the same length twice', 'Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}'],
  ['two lengths', `Content-Length: 2\r\nContent-Length: ${2 + smuggled.length}\r\n\r\n{}`],
  ['two lengths in one', 'Content-Length: 2, 2\r\n\r\n{}'],
  ['a length with a sign', 'Content-Length: +2\r\n\r\n{}'],
  ['a length below zero', 'Content-Length: -1\r\n\r\n{}'],
  ['a length in hexadecimal', 'Content-Length: 0x2\r\n\r\n{}'],
  ['a length beyond counting', 'Content-Length: 99999999999999999999\r\n\r\n{}'],
  ['a space before the colon', 'Content-Length : 2\r\n\r\n{}'],
  ['chunks that are not the last coding', 'Transfer-Encoding: chunked, gzip\r\n\r\n2\r\n{}\r\n0\r\n\r\n'],
  ['an unknown coding', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ['chunks twice', `${chunked}${chunked}\r\n2\r\n{}\r\n0\r\n\r\n`],
  ['a header that is folded', 'X-Note: a\r\n b\r\nContent-Length: 2\r\n\r\n{}'],
  ['a header with a carriage return', 'X-Note: a\rb\r\nContent-Length: 2\r\n\r\n{}'],
  ['a header with NUL', 'X-Note: a\0b\r\nContent-Length: 2\r\n\r\n{}'],
  ['a chunk whose size is no number', `${chunked}\r\nzz\r\n{}\r\n0\r\n\r\n`],
  ['a chunk whose size is below zero', `${chunked}\r\n-2\r\n{}\r\n0\r\n\r\n`],
  ['a chunk whose size is beyond counting', `${chunked}\r\nfffffffffffffffff\r\n{}\r\n0\r\n\r\n`],
  ['a chunk that is longer than it says', `${chunked}\r\n2\r\n{}{}\r\n0\r\n\r\n`],
  ['a chunk with line feeds alone', `${chunked}\r\n2\n{}\n0\n\n`],
  ['a chunk whose extension ends with a line feed', `${chunked}\r\n2;a\n{}\r\n0\r\n\r\n`],
  ['a chunk whose extension has 20 KB', `${chunked}\r\n2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`],
  ['a length in the trailer', `${chunked}\r\n2\r\n{}\r\n0\r\nContent-Length: 40\r\n\r\n`],
];

describe.each(['publicListener', 'internalListener'] as const)('%s', (name) => {
  it.each(unclear)(
    '%s: refused with our error body, closed, and the following request is not served',
    async (_what, rest) => {
      const replies = await exchange(house.ports[name], targets[name] + rest + smuggled);
      expect(replies).toHaveLength(1);
      expect(replies[0]?.status).toBe(400);
      expect(JSON.parse(replies[0]?.body ?? '')).toMatchObject({ code: 400, reason: 'INVALID_PARAMETER' });
      expect(replies[0]?.head).toMatch(/^connection: close$/im);
      expect(replies[0]?.head).toContain('nosniff');
      expect(house.asked).not.toContain('/smuggled');
    },
  );

  it.each([
    ['64 headers of a kilobyte', Array.from({ length: 64 }, (_, at) => `X-${at}: ${'x'.repeat(1_000)}\r\n`).join('')],
    ['one header of 64 KB', `X-Note: ${'x'.repeat(65_536)}\r\n`],
    ['10,000 headers', 'a:b\r\n'.repeat(10_000)],
    // Node silently drops headers beyond 2,000; those that define the body's form must not be among them.
    ['the last of 2,100 headers', `${'a:b\r\n'.repeat(2_100)}Content-Encoding: gzip\r\n`],
    ['a trailer of 64 KB', `${chunked}\r\n2\r\n{}\r\n0\r\n${'a: b\r\n'.repeat(11_000)}`],
  ])('%s: 431 with our error body, closed, and the following request is not served', async (_what, headers) => {
    const replies = await exchange(house.ports[name], `${targets[name]}${headers}\r\n${smuggled}`);
    expect(replies.map(({ status }) => status)).toEqual([431]);
    expect(JSON.parse(replies[0]?.body ?? '')).toMatchObject({ code: 431, reason: 'HEADERS_TOO_LARGE' });
    expect(replies[0]?.head).toContain('nosniff');
    expect(house.asked).not.toContain('/smuggled');
  });

  it('a compressed transfer coding: refused, its bytes are not read as the body', async () => {
    const rest = 'Transfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n';
    const [reply] = await exchange(house.ports[name], targets[name] + rest);
    expect([reply?.status, JSON.parse(reply?.body ?? '').reason]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});
