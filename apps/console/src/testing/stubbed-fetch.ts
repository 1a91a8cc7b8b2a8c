import { afterEach, beforeEach, vi } from 'vitest';

/** The browser's `fetch` in its tests: each test says what it answers, and it knows what it was asked. */
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

/** A refusal, as the server words it. */
export const refusal = (code: number, reason: string, message = reason, metadata: object = {}): Promise<Response> =>
  reply({ code, reason, message, metadata, requestId: 'req-1' }, code);
