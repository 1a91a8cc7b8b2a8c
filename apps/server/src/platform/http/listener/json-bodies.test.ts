import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { silent } from '#testing/silent-log.ts';
import { atEntrance } from '../load/admission.ts';
import { JsonBodies } from './json-bodies.ts';
import { openListener } from './listener.ts';

const busy = expect.objectContaining({ status: 503, reason: 'UNAVAILABLE' });
const most = 16_384;
const lengthOf = (body: Buffer) => body.length;

/** An endless body of which so many bytes have arrived. */
function endless(bytes: number): Readable {
  const sent = new Readable({ read: () => {} });
  sent.push(Buffer.alloc(bytes));
  return sent;
}

/** An unknown caller at an address. */
const from = (ip: string) => atEntrance({ ip, knownAccount: undefined } as FastifyRequest);

/** Waits until arrived bytes have been read. */
const takenIn = () => new Promise(setImmediate);

describe('arriving JSON bodies', () => {
  it('are held up to a limit, and the next is refused at the byte that exceeds it', async () => {
    const bodies = new JsonBodies({ all: 3 * most, ofOne: 3 * most });
    for (let i = 0; i < 3; i += 1) void bodies.read(endless(most), { address: '10.0.0.1' }, most, lengthOf);
    await takenIn();
    await expect(bodies.read(endless(1), { address: '10.0.0.2' }, most, lengthOf)).rejects.toEqual(busy);
  });

  it('in the space for small ones, make room for the next: the oldest incomplete one is refused first', async () => {
    const bodies = new JsonBodies({ all: 3 * most, ofOne: 3 * most }, { forNewest: true });
    const told: string[] = [];
    const send = (name: string, sent: Readable) =>
      bodies.read(sent, { address: name }, most, lengthOf).then(
        (length) => told.push(`${name} ${length}`),
        (error) => told.push(`${name} ${error.reason}`),
      );
    const used = Promise.withResolvers<void>();
    const whole = bodies.read(Readable.from([Buffer.alloc(most)]), { address: 'whole' }, most, () => used.promise);
    await takenIn();
    const slow = endless(most);
    for (const [name, sent] of Object.entries({ slow, slower: endless(most) })) void send(name, sent);
    await takenIn();
    await send('next', Readable.from([Buffer.alloc(most)]));
    expect(told).toEqual(['slow UNAVAILABLE', `next ${most}`]);
    // Its remaining bytes are discarded.
    slow.push(Buffer.alloc(most));
    slow.push(null);
    await once(slow, 'end');
    used.resolve();
    await whole;
  });

  it('in the space for small ones, make room within their own /48 too, and only those with bytes are refused', async () => {
    const bodies = new JsonBodies({ all: 3 * most, ofOne: 2 * most }, { forNewest: true });
    const told: string[] = [];
    const send = (name: string, ip: string, sent: Readable) =>
      bodies.read(sent, from(ip), most, lengthOf).then(
        (length) => told.push(`${name} ${length}`),
        (error) => told.push(`${name} ${error.reason}`),
      );
    const begun = endless(0);
    void send('begun', '2001:db8:0:1::1', begun);
    void send('elsewhere', '10.0.0.1', endless(most));
    void send('slow', '2001:db8:0:2::1', endless(most));
    void send('slower', '2001:db8:0:2::1', endless(most));
    await takenIn();
    await send('neighbour', '2001:db8:0:3::1', Readable.from([Buffer.alloc(most)]));
    expect(told).toEqual(['slow UNAVAILABLE', `neighbour ${most}`]);
    begun.push(Buffer.alloc(1));
    begun.push(null);
    await expect.poll(() => told.at(-1)).toBe('begun 1');
  });

  it('of one address leave space for others; IPv6 counts by its /64', async () => {
    const bodies = new JsonBodies({ all: 3 * most, ofOne: most });
    void bodies.read(endless(most), from('2001:db8::1'), most, lengthOf);
    await takenIn();
    await expect(bodies.read(endless(1), from('2001:db8::2'), most, lengthOf)).rejects.toEqual(busy);
    expect(await bodies.read(Readable.from([Buffer.alloc(most)]), { address: '10.0.0.2' }, most, lengthOf)).toBe(most);
  });

  it('of one account leave space for others, from any number of addresses', async () => {
    const bodies = new JsonBodies({ all: 3 * most, ofOne: most });
    void bodies.read(endless(most), { account: 'acc-1', address: '10.0.0.1' }, most, lengthOf);
    await takenIn();
    const other = (account: string) => ({ account, address: '10.0.0.2' });
    await expect(bodies.read(endless(1), other('acc-1'), most, lengthOf)).rejects.toEqual(busy);
    expect(await bodies.read(Readable.from([Buffer.alloc(most)]), other('acc-2'), most, lengthOf)).toBe(most);
  });

  it('free their bytes when used, refused or abandoned', async () => {
    const bodies = new JsonBodies({ all: most, ofOne: most });
    for (let i = 0; i < 3; i += 1) {
      expect(await bodies.read(Readable.from([Buffer.alloc(most)]), { address: 'a' }, most, lengthOf)).toBe(most);
      const refused = bodies.read(
        Readable.from([Buffer.alloc(most), Buffer.alloc(1)]),
        { address: 'a' },
        most,
        lengthOf,
      );
      await expect(refused).rejects.toMatchObject({ statusCode: 413 });
      const sent = endless(most);
      const left = bodies.read(sent, { address: 'a' }, most, lengthOf);
      await takenIn();
      sent.destroy();
      await expect(left).rejects.toThrow();
    }
  });

  it('have the bytes that arrived, in any number of pieces', async () => {
    const bodies = new JsonBodies({ all: most, ofOne: most });
    const text = 'ä'.repeat(6_000);
    const pieces = [...Buffer.from(text)].map((byte) => Buffer.of(byte));
    expect(await bodies.read(Readable.from(pieces), { address: 'a' }, most, String)).toBe(text);
  });
});

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

it('endless bodies are refused beyond the share of an address, and free it when their sender leaves', async () => {
  const app = await openListener(silent, { jsonBytes: { all: 1_048_576, ofOne: 524_288 } });
  app.post('/echo', async ({ body }) => ({ body }));
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const send = () =>
    fetch(`http://127.0.0.1:${port}/echo`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
  const head = 'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 260000\r\n\r\n';
  let refused = 0;
  for (let i = 0; i < 8; i += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    sockets.push(
      socket.on('data', (reply) => {
        if (String(reply).startsWith('HTTP/1.1 503')) refused += 1;
      }),
    );
    socket.write(head + ' '.repeat(250_000));
  }
  const gone = () => sockets.filter(({ closed }) => closed).length;
  while (gone() < 6) await Promise.race(sockets.filter(({ closed }) => !closed).map((socket) => once(socket, 'close')));
  expect([refused, gone()]).toEqual([6, 6]);
  const reply = await send();
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
  const closed = sockets.filter((socket) => !socket.closed).map((socket) => once(socket, 'close'));
  for (const socket of sockets) socket.destroy();
  await Promise.all(closed);
  await expect.poll(async () => (await send()).status).toBe(200);
  await app.close();
});
