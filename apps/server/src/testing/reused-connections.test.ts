import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { pathOf } from '@usance/api/call';
import { health } from '@usance/api/health';
import { usages } from '@usance/api/metering/usage';
import { accounts } from '@usance/api/people/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listening } from './socket/listening-app.ts';
import { exchange, nextReply, repliesOn } from './socket/raw-exchange.ts';
import { startTestApp, type TestApp, testToken } from './test-app.ts';

let app: TestApp;
let house: Awaited<ReturnType<typeof listening>>;
beforeAll(async () => {
  app = await startTestApp();
  house = await listening(app);
});
afterAll(() => app.close());

const alive = `GET ${pathOf(health.alive, 'internal')} HTTP/1.1\r\nHost: x\r\n`;
const whoami = `GET ${pathOf(accounts.whoami, 'customer')} HTTP/1.1\r\nHost: x\r\n`;
const last = 'Connection: close\r\n\r\n';
const statuses = (replies: readonly { status: number }[]) => replies.map(({ status }) => status);
const json = 'Content-Type: application/json\r\n';
const login = `POST ${pathOf(accounts.login, 'customer')} HTTP/1.1\r\nHost: x\r\n`;
const ingest = `POST ${pathOf(usages.ingest, 'internal')} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${testToken}\r\n`;

describe('successive requests on a connection', () => {
  it('that arrive in one packet are answered in order', async () => {
    const text = `${whoami}\r\n${login}${json}Content-Length: 4\r\n\r\nnull${whoami.replace('whoami', 'nothing')}${last}`;
    expect(statuses(await exchange(house.ports.publicListener, text))).toEqual([401, 400, 404]);
  });

  const bodies: readonly [string, string, number][] = [
    ['a body of an unaccepted media type', `${login}Content-Type: text/xml\r\nContent-Length: 4\r\n\r\n<a/>`, 415],
    ['a body that is packed', `${login}${json}Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n<a/>`, 415],
    ['an unexpected body', `${whoami}Content-Length: 4\r\n\r\n<a/>`, 401],
    ['a body for an unknown address', `${login.replace('login', 'nothing')}${json}Content-Length: 4\r\n\r\n<a/>`, 404],
    [
      'a chunk that has an extension',
      `${login}${json}Transfer-Encoding: chunked\r\n\r\n4;a=b\r\nnull\r\n0\r\n\r\n`,
      400,
    ],
  ];
  it.each(bodies)('are separated correctly after an unread refused one: %s', async (_what, refused, status) => {
    const replies = await exchange(house.ports.publicListener, `${refused}${whoami}${last}`);
    expect(statuses(replies)).toEqual([status, 401]);
  });

  it('are not read out of a body that is too large', async () => {
    const head = `${login}${json}Content-Length: 300000\r\n\r\n`;
    const replies = await exchange(house.ports.publicListener, head + whoami.repeat(3) + last);
    expect(statuses(replies)).toEqual([413]);
    expect(replies[0]?.head).toMatch(/^connection: close$/im);
  });

  it('a broken request ends the connection, so that no reply is taken for another’s', async () => {
    const replies = await exchange(house.ports.internalListener, `${alive}\r\nBROKEN\r\n\r\n${alive}\r\n`);
    expect(statuses(replies)).toEqual([200]);
    expect(JSON.parse(replies[0]?.body ?? '')).toEqual({ status: 'alive' });
  });

  it('a request that is answered before its body arrives is answered once, whatever follows', async () => {
    const socket = connect(house.ports.internalListener, '127.0.0.1');
    const head = `${ingest.replace(testToken, 'nobody')}Content-Type: application/x-ndjson\r\n`;
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`);
    expect((await nextReply(socket)).status).toBe(401);
    const more = repliesOn(socket);
    socket.write('BROKEN');
    expect(await more).toEqual([]);
  });
});

describe('a connection that the client has half-closed', () => {
  it('still gets its reply', async () => {
    const socket = connect({ port: house.ports.internalListener, host: '127.0.0.1', allowHalfOpen: true });
    const replies = repliesOn(socket);
    socket.end(`${alive}\r\n`);
    expect(statuses(await replies)).toEqual([200]);
  });

  it.each([
    ['in the head', 'GET / HTTP/1.1\r\nHo'],
    ['in the body', `${login}${json}Content-Length: 40\r\n\r\n{`],
  ])('%s is closed, and nothing was done', async (_where, text) => {
    const socket = connect({ port: house.ports.publicListener, host: '127.0.0.1', allowHalfOpen: true });
    const replies = repliesOn(socket);
    socket.once('end', () => socket.end());
    socket.end(text);
    expect(statuses(await replies).filter((status) => status < 400)).toEqual([]);
  });
});

describe('a gibibyte of zeros in a megabyte', () => {
  const bytes = 1_024 * gzipSync(Buffer.alloc(1 << 20)).length;

  it.each([
    ['publicListener', login, json],
    ['internalListener', ingest, json],
    ['internalListener', ingest, 'Content-Type: application/x-ndjson\r\n'],
    ['internalListener', ingest, 'Content-Type: text/csv\r\n'],
  ] as const)('%s %s %s: refused by its head, without asking for a byte of it', async (name, call, media) => {
    const packed = `${call}${media}Content-Encoding: gzip\r\nContent-Length: ${bytes}\r\n\r\n`;
    const socket = connect(house.ports[name], '127.0.0.1');
    socket.write(packed);
    const { status, body } = await nextReply(socket);
    socket.destroy();
    expect([status, JSON.parse(body).reason]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});
