import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { makeQueryClient } from './query-client.ts';

const busy = new ApiError({
  status: 503,
  reason: 'UNAVAILABLE',
  message: 'Busy.',
  metadata: { retryAfterSeconds: '5' },
  requestId: 'req-1',
});

it('asks a busy server again no sooner than it says, and sends no write again', () => {
  const { queries, mutations } = makeQueryClient(() => undefined).getDefaultOptions();
  const { retry, retryDelay } = queries ?? {};
  expect(typeof retry === 'function' && retry(0, busy)).toBe(true);
  expect(typeof retryDelay === 'function' && retryDelay(0, busy)).toBeGreaterThanOrEqual(5_000);
  expect(mutations?.retry).toBe(false);
});
