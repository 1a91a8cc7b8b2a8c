import { once } from 'node:events';
import { connect } from 'node:net';
import { defineCalls } from '@usance/api/call';
import type { FastifyRequest } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { silent } from '#testing/silent-log.ts';
import { nextReply } from '#testing/socket/raw-exchange.ts';
import { systemClock } from '../../../clock.ts';
import type { Deps } from '../../../context/context.ts';
import type { Subject } from '../../../context/subject.ts';
import { openListener } from '../../listener/listener.ts';
import { openAdmission } from '../../load/admission.ts';
import { serveCalls } from '../serving/serve-calls.ts';

const text = { method: 'POST', admission: 'write', body: z.object({ text: z.string() }), reply: z.object({}) } as const;
const { signed, anybody } = defineCalls('text', {
  signed: { ...text, path: '/signed', summary: 'For who is signed in', customer: 'signed-in' },
  anybody: { ...text, path: '/anybody', summary: 'For anyone', customer: 'anyone' },
});

async function listening(limits?: Parameters<typeof openListener>[1], heldUp?: Promise<unknown>) {
  const app = await openListener(silent, limits);
  onTestFinished(() => app.close());
  const lookedUp: string[] = [];
  let tellLookedUp = () => {};
  const looksUp = async (count: number) => {
    while (lookedUp.length < count) await new Promise<void>((resolve) => (tellLookedUp = resolve));
  };
  const known: Subject = { kind: 'account', accountId: 'acc-1', sessionId: '', tokenHash: '' };
  serveCalls(
    {
      app,
      family: 'customer',
      gate: {
        subjectOf: async ({ headers, url }) => {
          lookedUp.push(url);
          tellLookedUp();
          if (headers['from'] === 'known') return known;
          if (headers['from'] === 'a stranger') await heldUp;
          return { kind: 'anonymous' };
        },
        enter: () => Promise.reject(new Error('No call here names a contract')),
      },
      slots: openAdmission({ waitMs: 60_000 }).customer,
      onUndeclared: (_call, refusal) => {
        throw refusal;
      },
    },
    { clock: systemClock, log: silent } as Deps,
    [signed, anybody].map((call) => ({ call, action: { kind: 'spanning', run: async () => ({}) } })),
  );
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const begin = (path: string, from: string, length: string, body: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.write(
      `POST /api/v1/${path} HTTP/1.1\r\nHost: x\r\nFrom: ${from}\r\nContent-Type: application/json\r\n${length}\r\n\r\n${body}`,
    );
    return socket;
  };
  const send = (...sent: Parameters<typeof begin>) => nextReply(begin(...sent));
  return { app, begin, send, lookedUp, looksUp };
}

it.each(['Content-Length: 250000', 'Transfer-Encoding: chunked'])(
  'a stranger gets 401 before sending the body: %s',
  async (length) => {
    const { send } = await listening();
    expect((await send('signed', 'a stranger', length, '')).status).toBe(401);
  },
);

it('known callers, and callers of open calls, send large bodies without extra look-ups', async () => {
  const { send, lookedUp } = await listening();
  const body = (bytes: number) => JSON.stringify({ text: 'x' }).padEnd(bytes);
  for (const [path, bytes] of [
    ['signed', 100_000],
    ['anybody', 16_384],
    ['signed', 100],
  ] as const) {
    const sent = body(bytes);
    expect((await send(path, 'known', `Content-Length: ${sent.length}`, sent)).status).toBe(200);
  }
  expect(lookedUp.map((url) => url.split('/').at(-1))).toEqual(['signed', 'signed', 'anybody', 'signed']);
});

it('a stranger who waits for 100 Continue does not get it, and a known caller does', async () => {
  const { send } = await listening();
  const length = 'Expect: 100-continue\r\nContent-Length: 250000';
  expect((await send('signed', 'a stranger', length, '')).status).toBe(401);
  expect((await send('signed', 'known', length, '')).status).toBe(100);
});

it('a caller who leaves the look-up line is not looked up', async () => {
  let letGo = () => {};
  const heldUp = new Promise<void>((resolve) => (letGo = resolve));
  const { app, begin, send, lookedUp, looksUp } = await listening({}, heldUp);
  const large = 'Content-Length: 250000';
  // An address may use three of the four places.
  const held = [1, 2, 3].map(() => send('signed', 'a stranger', large, ''));
  await looksUp(3);
  const came = once(app.server, 'connection');
  const leaving = begin('signed', 'a stranger', large, '');
  const [theirs] = await came;
  await once(app.server, 'request');
  const left = new Promise((resolve) => theirs.once('close', resolve));
  leaving.resetAndDestroy();
  await left;
  letGo();
  await Promise.all(held);
  expect((await send('signed', 'a stranger', large, '')).status).toBe(401);
  expect(lookedUp).toHaveLength(4);
});

const room = { all: 65_536, ofOne: 65_536 };
const whole = (text: string) => [`Content-Length: ${text.length}`, text] as const;
const body = JSON.stringify({ text: 'x' });

it('endless bodies of strangers take no space from known callers', async () => {
  const { send } = await listening({ strangersBytes: room });
  const endless = () => send('anybody', 'a stranger', 'Content-Length: 16000', ' '.repeat(15_000));
  // Four have room; one of the five is refused, and the others are held.
  expect((await Promise.race(Array.from({ length: 5 }, endless))).status).toBe(503);
  expect((await send('signed', 'known', ...whole(body.padEnd(60_000)))).status).toBe(200);
});

it('known callers take no space from strangers, so that everyone can sign in', async () => {
  const { send } = await listening({ jsonBytes: room });
  const endless = () => send('signed', 'known', 'Content-Length: 60000', ' '.repeat(59_000));
  expect((await Promise.race([endless(), endless()])).status).toBe(503);
  expect((await send('anybody', 'a stranger', ...whole(body))).status).toBe(200);
});

const shown = {
  known: { has: ({ headers }: FastifyRequest) => headers['from'] === 'known', accountOf: () => undefined },
};

/** Fills the look-up line of unknown callers with made-up sessions. */
async function crowded() {
  let letGo = () => {};
  const { send } = await listening(shown, new Promise<void>((resolve) => (letGo = resolve)));
  const asked = Array.from({ length: 40 }, () => send('signed', 'a stranger', ...whole(body)));
  expect((await Promise.race(asked)).status).toBe(503);
  const answers = async () => {
    letGo();
    return new Set((await Promise.all(asked)).map(({ status }) => status));
  };
  return { send, answers };
}

it('a known caller is looked up and answered while strangers fill their line', async () => {
  const { send, answers } = await crowded();
  expect((await send('signed', 'known', ...whole(body))).status).toBe(200);
  expect(await answers()).toEqual(new Set([401, 503]));
});

it('a sign-in is answered while made-up sessions fill the look-up line', async () => {
  const { send, answers } = await crowded();
  expect((await send('anybody', 'nobody', ...whole(body))).status).toBe(200);
  expect(await answers()).toEqual(new Set([401, 503]));
});

it('endless bodies with made-up sessions take no space from known callers or from sign-ins', async () => {
  const { send } = await listening({ ...shown, unknownBytes: room });
  const endless = () => send('signed', 'a stranger', 'Content-Length: 4000', ' '.repeat(3_900));
  expect((await Promise.race(Array.from({ length: 17 }, endless))).status).toBe(503);
  expect((await send('signed', 'known', ...whole(body))).status).toBe(200);
  expect((await send('anybody', 'a stranger', ...whole(body))).status).toBe(200);
});

it('a body of an open call has 16 KiB at most', async () => {
  const { send } = await listening();
  expect((await send('anybody', 'a stranger', 'Content-Length: 16385', '')).status).toBe(413);
});
