import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { defineCalls } from '@usance/api/call';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { silent } from '#testing/silent-log.ts';
import { systemClock } from '../../../clock.ts';
import type { Deps } from '../../../context/context.ts';
import { openListener } from '../../listener/listener.ts';
import { openAdmission } from '../../load/admission.ts';
import { serveCalls } from '../serving/serve-calls.ts';
import type { Action } from '../verb.ts';
import { FileReply } from './file-reply.ts';

const asked = { customer: 'signed-in', admission: 'usage-read' } as const;
const { json, file } = defineCalls('whole', {
  json: { ...asked, method: 'GET', path: '/json', summary: 'As text', reply: z.object({ text: z.string() }) },
  file: { ...asked, method: 'GET', path: '/file', summary: 'As a file', replyMedia: 'text/csv', reply: z.string() },
});
// More than the system buffers for a connection; otherwise an unread reply would go unnoticed.
const large = 32_000_000;

let port: number;
let length: number;
let app: Awaited<ReturnType<typeof openListener>>;
const readers: Socket[] = [];

beforeEach(async () => {
  length = large;
  app = await openListener(silent);
  const answers = (answer: () => unknown): Action => ({ kind: 'read', run: async () => answer() });
  serveCalls(
    {
      app,
      family: 'customer',
      gate: {
        subjectOf: async ({ headers }) => ({
          kind: 'account',
          accountId: String(headers['from']),
          sessionId: '',
          tokenHash: '',
        }),
        enter: () => Promise.reject(new Error('No call here names a contract')),
      },
      slots: openAdmission({ waitMs: 60_000 }).customer,
      onUndeclared: (_call, refusal) => {
        throw refusal;
      },
    },
    { clock: systemClock, log: silent } as Deps,
    [
      { call: json, action: answers(() => ({ text: 'x'.repeat(length) })) },
      { call: file, action: answers(() => new FileReply('whole.csv', Buffer.alloc(length))) },
    ],
  );
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.destroy();
  await app.close();
});

/** Sends a request, reads the first bytes of the reply, and stops reading. */
async function askAndDoze(from: string, path: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  readers.push(socket);
  socket.write(`GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nFrom: ${from}\r\n\r\n`);
  const [head]: Buffer[] = await once(socket, 'data');
  socket.pause();
  return Number(String(head).slice(9, 12));
}

async function statusesOf(count: number, path: string): Promise<number[]> {
  const statuses = [];
  for (let i = 0; i < count; i += 1) statuses.push(await askAndDoze('a', path));
  return statuses;
}

it.each(['/json', '/file'])(
  'a large %s takes a place among the replies being sent, and one account has a share of them',
  async (path) => {
    expect(await statusesOf(4, path)).toEqual([200, 200, 503, 503]);
    expect(await askAndDoze('b', path)).toBe(200);
  },
);

it('arrives in full with its length, and frees its place once read', async () => {
  for (let i = 0; i < 4; i += 1) {
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1/json`, { headers: { from: 'a', connection: 'close' } });
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const text = await reply.text();
    expect(Number(reply.headers.get('content-length'))).toBe(text.length);
    expect(JSON.parse(text)).toEqual({ text: 'x'.repeat(large) });
  }
});

it('needs no place if it is small or the request is a HEAD', async () => {
  await statusesOf(2, '/json');
  const head = await fetch(`http://127.0.0.1:${port}/api/v1/json`, { method: 'HEAD', headers: { from: 'a' } });
  expect([head.status, Number(head.headers.get('content-length')) > large]).toEqual([200, true]);
  length = 1_000;
  expect(await statusesOf(4, '/json')).toEqual([200, 200, 200, 200]);
});
