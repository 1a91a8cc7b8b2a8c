import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silent } from '#testing/silent-log.ts';
import { exchange } from '#testing/socket/raw-exchange.ts';
import { openListener } from '../listener.ts';

let app: FastifyInstance;
let port: number;
/** Running requests by their address, with the function that answers each. */
let working: Map<string, () => void>;
let begun: string[];
let tellBegun: () => void;
beforeEach(async () => {
  working = new Map();
  begun = [];
  tellBegun = () => {};
  app = await openListener(silent);
  app.get('/:name', async ({ url }, reply) => {
    // The test watches the reader on the socket.
    const seesReader = reply.raw.socket !== null;
    begun.push(url);
    const answered = new Promise<void>((resolve) => working.set(url, resolve));
    tellBegun();
    await answered;
    working.delete(url);
    return { url, seesReader };
  });
  app.post('/kept', async () => ({}));
  app.get('/large/:name', async (_request, reply) =>
    reply.header('content-length', 2 * half).send(Readable.from([large.subarray(0, half), large.subarray(half)])),
  );
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(() => app.close());

const half = 8 * 2 ** 20;
const large = Buffer.alloc(2 * half, 'x');
const get = (name: string, more = '') => `GET /${name} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const begins = async (count: number) => {
  while (begun.length < count) await new Promise<void>((resolve) => (tellBegun = resolve));
};
const last = 'Connection: close\r\n';

it('requests of one packet run one at a time and are answered in order', async () => {
  const replies = exchange(port, get('a') + get('b') + get('c', last));
  for (const [index, url] of ['/a', '/b', '/c'].entries()) {
    await begins(index + 1);
    expect([...working.keys()]).toEqual([url]);
    working.get(url)?.();
  }
  expect((await replies).map(({ body }) => JSON.parse(body))).toEqual([
    { url: '/a', seesReader: true },
    { url: '/b', seesReader: true },
    { url: '/c', seesReader: true },
  ]);
});

it('requests behind one whose client has left never begin', async () => {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const connected = once(app.server, 'connection');
  socket.write(get('a') + get('b'));
  await begins(1);
  const [ours] = await connected;
  const closed = new Promise((resolve) => ours.once('close', resolve));
  socket.resetAndDestroy();
  await closed;
  working.get('/a')?.();
  await fetch(`http://127.0.0.1:${port}/nothing/here`);
  expect(begun).toEqual(['/a']);
});

it('a client with hundreds of pipelined requests is cut off, and only one has run', async () => {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const closed = once(socket, 'close');
  socket.write(get('a').repeat(500));
  await closed;
  expect(begun.length).toBeLessThanOrEqual(1);
});

const broken = 'POST /kept HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
it.each([
  ['CONNECT', 'CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\n', [200, 200, 405]],
  ['a chunk without a size', `${broken}zz\r\n{}`, [200, 200, 400]],
  ['what is no request', 'BROKEN\r\n\r\n', [200, 200]],
])('%s behind requests is answered after them and displaces none', async (_what, bytes, statuses) => {
  const replies = exchange(port, get('a') + get('b') + bytes);
  await begins(1);
  working.get('/a')?.();
  await begins(2);
  working.get('/b')?.();
  expect((await replies).map(({ status }) => status)).toEqual(statuses);
});

it('a large reply is sent in full before CONNECT is refused', async () => {
  const replies = await exchange(port, `${get('large/a')}CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\n`);
  expect(replies.map(({ status, body }) => [status, body.length >= 2 * half])).toEqual([
    [200, true],
    [405, false],
  ]);
});

it('a client that reads nothing of a reply is cut off, with or without a CONNECT behind it', async () => {
  const impatient = await openListener(silent, { connectionTimeout: 200 });
  impatient.get('/large', async (_request, reply) => reply.send(Readable.from([large, large])));
  const { port: at } = new URL(await impatient.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(at), '127.0.0.1').on('error', () => {});
  socket.pause();
  const came = once(impatient.server, 'connection');
  socket.write(`${get('large')}CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\n`);
  const [theirs] = await came;
  await new Promise((resolve) => theirs.once('close', resolve));
  await impatient.close();
});
