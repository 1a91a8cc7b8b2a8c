import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { engineAnswering } from '#testing/still-engine.ts';

// Idle connections end by the clock, and no test waits for it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('an abandoned question does not cut off another, over the same connection or not', async () => {
  let asked = Promise.withResolvers<ServerResponse>();
  const clickhouse = await engineAnswering((request, reply) => {
    request.resume();
    asked.resolve(reply.setHeader('x-clickhouse-format', 'JSON'));
  });
  const ask = (gone?: AbortSignal) => {
    asked = Promise.withResolvers();
    const answer = clickhouse.query('SELECT 1', {}, {}, { gone }).catch((error: unknown) => error);
    void vi.advanceTimersByTimeAsync(1);
    return answer;
  };
  const answerTo = (reply: ServerResponse) => reply.end(JSON.stringify({ data: [], rows: 0 }));

  const first = ask();
  answerTo(await asked.promise);
  await first;
  const leaving = new AbortController();
  const left = ask(leaving.signal);
  // Aborts before it has a connection.
  leaving.abort();
  expect(await left).toMatchObject({ status: 503 });

  const other = ask();
  const reply = await asked.promise;
  const socket: Socket | null = reply.socket;
  // Longer than an idle connection is kept.
  await vi.advanceTimersByTimeAsync(20_000);
  answerTo(reply);
  expect(await other).toEqual([]);
  expect(socket?.destroyed).toBe(false);
});
