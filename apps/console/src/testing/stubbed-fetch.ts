import { afterEach, beforeEach, vi } from 'vitest';

/** A stub of `fetch`: each test sets its replies and reads its requests. */
export function stubbedFetch() {
  const fetch = vi.fn<typeof globalThis.fetch>();
  beforeEach(() => {
    fetch.mockReset();
    vi.stubGlobal('fetch', fetch);
  });
  afterEach(() => vi.unstubAllGlobals());
  return fetch;
}

/** A reply of the server. */
export const reply = (body: unknown, status = 200): Promise<Response> =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));

/** A refusal in the server's format. */
export const refusal = (code: number, reason: string, message = reason, metadata: object = {}): Promise<Response> =>
  reply({ code, reason, message, metadata, requestId: 'req-1' }, code);
