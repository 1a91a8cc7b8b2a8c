import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { engineAnswering } from '#testing/still-engine.ts';

// How long a connection lies idle is a matter of the clock, for which no test waits.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('who gives up a question keeps nobody from the answer to another, over the same connection or not', async () => {
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
  // Before it has a connection.
  leaving.abort();
  expect(await left).toMatchObject({ status: 503 });

  const other = ask();
  const reply = await asked.promise;
  const socket: Socket | null = reply.socket;
  // Longer than a connection is kept that nobody uses.
  await vi.advanceTimersByTimeAsync(20_000);
  answerTo(reply);
  expect(await other).toEqual([]);
  expect(socket?.destroyed).toBe(false);
});
