import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { silent } from '#testing/silent-log.ts';
import { repliesOn } from '#testing/socket/raw-exchange.ts';
import { openListener } from '../listener.ts';

async function listening() {
  const app = await openListener(silent);
  onTestFinished(() => app.close());
  const asked: string[] = [];
  app.post('/', async () => ({}));
  app.get('/behind', async ({ url }) => asked.push(url));
  return { app, asked, port: Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port) };
}

const bytes = 4 * 2 ** 20;
const behind = 'GET /behind HTTP/1.1\r\nHost: x\r\n\r\n';
const chunk = (size: number) => `${size.toString(16)}\r\n${' '.repeat(size)}\r\n`;

it.each([
  ['too large by its head', 413, `Content-Length: ${bytes}\r\n`, ' '.repeat(bytes)],
  ['too large by its bytes', 413, 'Transfer-Encoding: chunked\r\n', `${chunk(bytes)}0\r\n\r\n`],
  [
    'compressed, on a connection that it ends',
    415,
    `Content-Encoding: gzip\r\nConnection: close\r\nContent-Length: ${bytes}\r\n`,
    ' '.repeat(bytes),
  ],
])(
  'a client that reads only after sending is told that it is %s, and later requests do not run',
  async (_what, status, headers, body) => {
    const { port, asked } = await listening();
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    await once(socket, 'connect');
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n`);
    await new Promise<void>((resolve, reject) => {
      socket.write(body + behind, (error) => (error ? reject(error) : resolve()));
    });
    const replies = repliesOn(socket);
    socket.resume();
    expect((await replies).map((reply) => reply.status)).toEqual([status]);
    expect(asked).toEqual([]);
  },
);

it('a client that keeps asking after the last reply is cut off', async () => {
  const { app, port, asked } = await listening();
  let seen = 0;
  app.server.on('request', () => {
    seen += 1;
  });
  const came = once(app.server, 'connection');
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;
  socket.write(head + ' '.repeat(bytes) + behind.repeat(100_000));
  const [theirs] = await came;
  await new Promise((resolve) => theirs.once('close', resolve));
  // A first chunk of requests is still parsed.
  expect(seen).toBeLessThan(10_000);
  expect(asked).toEqual([]);
});
