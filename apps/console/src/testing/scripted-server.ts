import { afterEach, beforeEach, vi } from 'vitest';

export type ScriptedReply = readonly [status: number, body: object];

/**
 * A server with scripted replies for each call, which is named by its method and the last parts of its path. The last
 * reply of a call repeats. `asked` has the requests in order.
 */
export function scriptedServer(parts: number) {
  const replies = new Map<string, ScriptedReply[]>();
  const asked: { to: string; body: unknown }[] = [];
  beforeEach(() => {
    replies.clear();
    asked.splice(0);
    vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: RequestInit = {}) => {
      const to = `${method} ${url.split('/').slice(-parts).join('/')}`;
      asked.push({ to, body: typeof body === 'string' ? JSON.parse(body) : undefined });
      const queue = replies.get(to) ?? [];
      const [status, reply] = (queue.length > 1 ? queue.shift() : queue[0]) ?? [500, {}];
      return Promise.resolve(
        status === 204 ? new Response(null, { status }) : new Response(JSON.stringify(reply), { status }),
      );
    });
  });
  afterEach(() => vi.unstubAllGlobals());
  return { replies, asked };
}
