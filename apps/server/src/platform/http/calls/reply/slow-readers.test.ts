import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { defineCalls } from '@usance/api/call';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { silent } from '#testing/silent-log.ts';
import { systemClock } from '../../../clock.ts';
import type { Deps } from '../../../context/context.ts';
import { unavailable } from '../../../refusal.ts';
import { openListener } from '../../listener/listener.ts';
import { type FamilySlots, openAdmission } from '../../load/admission.ts';
import { serveCalls } from '../serving/serve-calls.ts';
import { FileReply } from './file-reply.ts';
import { JsonStream } from './json-stream.ts';

const { download, list } = defineCalls('endless', {
  download: {
    method: 'GET',
    path: '/download',
    summary: 'A file without end',
    customer: 'signed-in',
    admission: 'usage-export',
    replyMedia: 'text/csv',
    reply: z.string(),
  },
  list: {
    method: 'GET',
    path: '/list',
    summary: 'A list without end',
    customer: 'signed-in',
    admission: 'usage-read',
    reply: z.object({}),
  },
});

let port: number;
let app: Awaited<ReturnType<typeof openListener>>;
let begun: number;
let pieces: number;
let open: Set<Readable>;
let made: () => Readable;
let lookUp: () => Promise<void>;
let slots: FamilySlots;
const readers: Socket[] = [];

beforeEach(async () => {
  [begun, pieces, open] = [0, 0, new Set()];
  made = endless;
  lookUp = async () => {};
  slots = openAdmission({ waitMs: 60_000 }).customer;
  app = await openListener(silent);
  serveCalls(
    {
      app,
      family: 'customer',
      gate: {
        subjectOf: async ({ headers }) => {
          await lookUp();
          return { kind: 'account', accountId: String(headers['from']), sessionId: '', tokenHash: '' };
        },
        enter: () => Promise.reject(new Error('No call here names a contract')),
      },
      slots,
      onUndeclared: (_call, refusal) => {
        throw refusal;
      },
    },
    { clock: systemClock, log: silent } as Deps,
    [
      { call: download, action: { kind: 'read', run: async () => new FileReply('endless.csv', endless()) } },
      { call: list, action: { kind: 'read', run: async () => new JsonStream(made()) } },
    ],
  );
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.destroy();
  await app.close();
});

function endless(): Readable {
  begun += 1;
  const piece = 'x'.repeat(64 * 1024);
  const made = Readable.from(
    (function* () {
      while (true) {
        pieces += 1;
        yield piece;
      }
    })(),
  );
  open.add(made.once('close', () => open.delete(made)));
  return made;
}

/** Sends a request, reads the first bytes of the reply, and stops reading. */
async function askAndDoze(from: string, path: string): Promise<{ status: number; socket: Socket }> {
  const socket = connect(port, '127.0.0.1');
  readers.push(socket);
  socket.write(`GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nFrom: ${from}\r\n\r\n`);
  const [head]: Buffer[] = await once(socket, 'data');
  socket.pause();
  return { status: Number(String(head).slice(9, 12)), socket };
}

describe.each(['/download', '/list'])('%s', (path) => {
  it('reaches others while more slow readers than slots are reading', async () => {
    const statuses = [];
    for (const from of ['a', 'b', 'c', 'a', 'b', 'c', 'd']) statuses.push((await askAndDoze(from, path)).status);
    // One address may use half of the places for replies being sent.
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 503]);
  });

  it('is refused to an account that is already receiving its share', async () => {
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await askAndDoze('a', path)).status);
    expect(statuses).toEqual([200, 200, 503, 503]);
    expect((await askAndDoze('b', path)).status).toBe(200);
  });

  it('ends when its reader leaves, and frees its share', async () => {
    for (let i = 0; i < 6; i += 1) {
      const { status, socket } = await askAndDoze('a', path);
      expect(status).toBe(200);
      const ended = [...open].map((made) => once(made, 'close'));
      socket.destroy();
      await Promise.all(ended);
    }
    expect([begun, open.size]).toEqual([6, 0]);
  });

  it('is produced no further than it is read, except for the buffers of the connection', async () => {
    const { socket } = await askAndDoze('a', path);
    let [received, furthest] = [0, 0];
    for await (const piece of socket) {
      received += piece.length;
      furthest = Math.max(furthest, pieces * 64 * 1024 - received);
      if (received > 64 * 2 ** 20) break;
    }
    expect(furthest).toBeLessThan(16 * 2 ** 20);
  });

  it('is not produced for a HEAD', async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, { method: 'HEAD', headers: { from: 'a' } });
    expect([reply.status, open.size]).toEqual([200, 0]);
  });
});

it('a short list reaches every caller while long ones are being sent', async () => {
  for (const from of ['a', 'b', 'c', 'a', 'b', 'c']) await askAndDoze(from, '/list');
  made = () => Readable.from(['[1,', '2]']);
  for (const from of ['a', 'd']) {
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1/list`, { headers: { from } });
    expect([reply.status, await reply.json()]).toEqual([200, [1, 2]]);
  }
});

it('a list that fails before its first piece is refused and holds no place', async () => {
  made = () =>
    new Readable({
      read() {
        this.destroy(unavailable('a test'));
      },
    });
  for (let i = 0; i < 4; i += 1) {
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1/list`, { headers: { from: 'a' } });
    expect([reply.status, await reply.json()]).toMatchObject([503, { reason: 'UNAVAILABLE' }]);
  }
});

it('limits parallel look-ups, because running work needs the same database', async () => {
  let [atOnce, most] = [0, 0];
  const firstThree = Promise.withResolvers<void>();
  const known = Promise.withResolvers<void>();
  lookUp = async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    if (atOnce === 3) firstThree.resolve();
    await known.promise;
    atOnce -= 1;
  };
  const asked = Array.from({ length: 20 }, () => app.inject({ method: 'HEAD', url: '/api/v1/list' }));
  await firstThree.promise;
  known.resolve();
  expect(new Set((await Promise.all(asked)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(most).toBe(3);
});

it('does not look up a caller whose work line is full', async () => {
  let lookedUp = 0;
  const threeIn = Promise.withResolvers<void>();
  const known = Promise.withResolvers<void>();
  lookUp = async () => {
    lookedUp += 1;
    if (lookedUp === 3) threeIn.resolve();
    await known.promise;
  };
  // One address has at most three look-ups at once.
  const asked = Array.from({ length: 5 }, () => app.inject({ method: 'HEAD', url: '/api/v1/list' }));
  await threeIn.promise;
  const { 'usage-read': work } = slots.work;
  // Ends the waiting requests with the test.
  const left = new AbortController();
  onTestFinished(() => left.abort());
  for (let at = 0; !work.isFull; at += 1)
    void work.take({ account: `${at}`, address: `${at}` }, left.signal).catch(() => {});
  known.resolve();
  expect(new Set((await Promise.all(asked)).map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
  expect(lookedUp).toBe(3);
});
