import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openListener } from '#platform/http/listener/listener.ts';
import { silent } from './silent-log.ts';
import { exchange, repliesOn } from './socket/raw-exchange.ts';

type Listener = Awaited<ReturnType<typeof openListener>>;
const request = 'GET /thing HTTP/1.1\r\nHost: x\r\n';

let usual: Listener;
let patient: Listener;
let hasty: Listener;
beforeAll(async () => {
  usual = await opened();
  // A slow machine must not close a connection here.
  patient = await opened({ headersTimeout: 300_000, requestTimeout: 300_000, connectionTimeout: 300_000 });
  hasty = await opened({ headersTimeout: 100, requestTimeout: 200 });
});
afterAll(() => Promise.all([usual, patient, hasty].map((app) => app.close())));

async function opened(limits: Parameters<typeof openListener>[1] = {}): Promise<Listener> {
  const app = await openListener(silent, limits);
  app.get('/thing', async () => ({}));
  app.post('/thing', async () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
}

const portOf = (app: Listener) => (app.server.address() as AddressInfo).port;

function slow(app: Listener): Socket {
  const socket = connect(portOf(app), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  return socket;
}

it('a head may take 10 s, a request 15 s, an unused connection 30 s, an idle used one 72 s', () => {
  const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = usual.server;
  expect({ headersTimeout, requestTimeout, timeout, keepAliveTimeout }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    timeout: 30_000,
    keepAliveTimeout: 72_000,
  });
});

it('a thousand connections that never end their head do not block others', async () => {
  const sockets = Array.from({ length: 1_000 }, () => slow(patient));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.write(request);
  const replies = await exchange(portOf(patient), `${request}Connection: close\r\n\r\n`);
  expect(replies.map(({ status }) => status)).toEqual([200]);
  // The answer came while all of them were connected.
  expect(sockets.filter(({ destroyed, readableEnded }) => destroyed || readableEnded)).toEqual([]);
});

describe('a late client gets a reply, and the connection is closed', () => {
  it.each([
    ['says nothing', '', ''],
    ['lets the head drip', request, 'X-Note: a\r\n'],
    [
      'lets the body drip',
      `POST /thing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{`,
      ' ',
    ],
  ])('if it %s', async (_what, begun, drop) => {
    const socket = slow(hasty);
    const replies = repliesOn(socket);
    socket.write(begun);
    const dripping = setInterval(() => socket.writable && socket.write(drop), 10);
    onTestFinished(() => clearInterval(dripping));
    const [reply, ...others] = await replies;
    expect([reply?.status, JSON.parse(reply?.body ?? '').reason, others]).toEqual([408, 'REQUEST_TIMEOUT', []]);
  });
});
