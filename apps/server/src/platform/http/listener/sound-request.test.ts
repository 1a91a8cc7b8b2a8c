import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RawReply, exchange as rawExchange } from '#testing/socket/raw-exchange.ts';
import { openListener } from './listener.ts';

let port: number;
let app: Awaited<ReturnType<typeof openListener>>;
beforeAll(async () => {
  app = await openListener(pino({ level: 'silent' }));
  app.get('/api/v1/things/:id', async ({ params, query }) => ({ params, query }));
  app.post('/api/v1/things', async ({ body }) => ({ body }));
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

/** The reply to the last request of a connection. */
async function exchange(bytes: string | Buffer): Promise<RawReply> {
  const [reply] = await rawExchange(port, bytes);
  if (reply === undefined) throw new Error('The connection was closed without a word');
  return reply;
}

const closing = 'Connection: close\r\n';
const get = (url: string, headers = 'Host: a\r\n') => `GET ${url} HTTP/1.1\r\n${headers}${closing}\r\n`;
const post = (body: Buffer, headers: string) =>
  Buffer.concat([
    Buffer.from(
      `POST /api/v1/things HTTP/1.1\r\nHost: a\r\n${closing}Content-Length: ${body.length}\r\n${headers}\r\n`,
    ),
    body,
  ]);
const json = 'Content-Type: application/json\r\n';

const refused: readonly [string, string | Buffer, number, string][] = [
  ['a percent sign that begins nothing', get('/api/v1/things/%zz'), 400, 'INVALID_PARAMETER'],
  ['a path that is not UTF-8', get('/api/v1/things/%ff'), 400, 'INVALID_PARAMETER'],
  ['a query that is not UTF-8', get('/api/v1/things/a?name=%ff'), 400, 'INVALID_PARAMETER'],
  ['a query with a percent sign that begins nothing', get('/api/v1/things/a?name=%'), 400, 'INVALID_PARAMETER'],
  ['raw bytes in an address', get('/api/v1/things/\u00e9'), 400, 'INVALID_PARAMETER'],
  ['a part of the path that is too long', get(`/api/v1/things/${'x'.repeat(301)}`), 414, 'URI_TOO_LONG'],
  [
    'headers that are too large',
    get('/api/v1/things/a', `Host: a\r\nX: ${'x'.repeat(17_000)}\r\n`),
    431,
    'HEADERS_TOO_LARGE',
  ],
  ['two Host headers', get('/api/v1/things/a', 'Host: a\r\nHost: b\r\n'), 400, 'INVALID_PARAMETER'],
  ['no Host header', get('/api/v1/things/a', ''), 400, 'INVALID_PARAMETER'],
  ['what is no HTTP', 'HELLO\r\n\r\n', 400, 'INVALID_PARAMETER'],
  [
    'a length beside chunks',
    post(Buffer.from('{}'), `${json}Transfer-Encoding: chunked\r\n`),
    400,
    'INVALID_PARAMETER',
  ],
  [
    'a body of an unsupported media type',
    post(Buffer.from('<a/>'), 'Content-Type: text/xml\r\n'),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  ['a body without a media type', post(Buffer.from('{}'), ''), 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['a packed body', post(Buffer.from('{}'), `${json}Content-Encoding: gzip\r\n`), 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['JSON that is not UTF-8', post(Buffer.from([0x22, 0xff, 0x22]), json), 400, 'INVALID_PARAMETER'],
];

describe('a malformed request on its connection', () => {
  it.each(refused)('%s is refused in our format, with our headers', async (_what, bytes, status, reason) => {
    const reply = await exchange(bytes);
    const body = JSON.parse(reply.body);
    expect([reply.status, body.reason, body.code]).toEqual([status, reason, status]);
    expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(reply.head).toContain(`x-request-id: ${body.requestId}`);
    for (const header of ['nosniff', 'no-store', 'no-referrer', "default-src 'none'", 'max-age=31536000'])
      expect(reply.head).toContain(header);
  });

  it('a late one is refused in our format too', async () => {
    app.server.once('connection', (socket) => {
      const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      app.server.emit('clientError', late, socket);
    });
    const reply = await exchange('GET / HTTP/1.1\r\n');
    expect([reply.status, JSON.parse(reply.body).reason]).toEqual([408, 'REQUEST_TIMEOUT']);
  });

  it('does not include Chinese names, a UTF-8 body, or an identity encoding', async () => {
    const text = await exchange(get(`/api/v1/things/${encodeURIComponent('中文')}?name=${encodeURIComponent('é+ %')}`));
    expect(text.status).toBe(200);
    const body = await exchange(post(Buffer.from('{"name":"中文 😀"}'), `${json}Content-Encoding: identity\r\n`));
    expect(body.status).toBe(200);
    expect(Buffer.from(body.body, 'latin1').toString()).toContain('中文 😀');
    expect((await exchange(`GET /api/v1/things/a HTTP/1.0\r\n\r\n`)).status).toBe(200);
  });
});
