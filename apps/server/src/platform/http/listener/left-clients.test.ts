import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { silent } from '#testing/silent-log.ts';
import { openListener } from './listener.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
}

/** The log line of a request whose client leaves before its body is complete. */
async function saidOf(media: string, leave: 'resetAndDestroy' | 'end'): Promise<Line> {
  let say: (line: Line) => void;
  const said = new Promise<Line>((resolve) => (say = resolve));
  const write = (text: string) => {
    const line: Line = JSON.parse(text);
    if (/failed|left/.test(line.msg)) say(line);
  };
  const app = await openListener(pino({ level: 'trace' }, { write }));
  app.post('/', async ({ body }) => (body instanceof Readable ? text(body) : body));
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const asked = once(app.server, 'request');
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${media}\r\nContent-Length: 100\r\n\r\n{"a"`);
  await asked;
  socket[leave]();
  return said.finally(() => app.close());
}

it.each([
  ['application/json', 'resetAndDestroy'],
  ['application/json', 'end'],
  ['application/x-ndjson', 'resetAndDestroy'],
  ['application/x-ndjson', 'end'],
] as const)('a client that leaves while sending %s (%s) is not logged as an error', async (media, leave) => {
  expect(await saidOf(media, leave)).toMatchObject({ level: 30, msg: 'the client left before its body was complete' });
});

it('a request whose client left before its turn does not begin, since its address is unknown', async () => {
  const app = await openListener(silent);
  const asked: unknown[] = [];
  app.get('/', async ({ ip }) => asked.push(ip));
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const came = once(app.server, 'connection');
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n', () => socket.resetAndDestroy());
  });
  const [theirs] = await came;
  await new Promise((resolve) => theirs.once('close', resolve));
  expect(asked).toEqual([]);
  await app.close();
});
