import { expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { makeQueryClient } from './query-client.ts';

const busy = new ApiError({
  status: 503,
  reason: 'UNAVAILABLE',
  message: 'Busy.',
  metadata: { retryAfterSeconds: '5' },
  requestId: 'req-1',
});

it('retries a read no sooner than a busy server allows, and never a write', () => {
  const { queries, mutations } = makeQueryClient(() => undefined).getDefaultOptions();
  const { retry, retryDelay } = queries ?? {};
  expect(typeof retry === 'function' && retry(0, busy)).toBe(true);
  expect(typeof retryDelay === 'function' && retryDelay(0, busy)).toBeGreaterThanOrEqual(5_000);
  expect(mutations?.retry).toBe(false);
});

it('leaves the failure of a first answer to the page, and reports later ones', async () => {
  const told: unknown[] = [];
  const client = makeQueryClient((_error, meta) => told.push(meta?.toldByPage));
  const refusal = new ApiError({ status: 403, reason: 'NO_PERMISSION', message: 'No.', metadata: {}, requestId: 'r' });
  const queryFn = vi.fn(() => Promise.reject(refusal));
  const query = { queryKey: ['own'], queryFn, meta: { toldByPage: true } };
  await expect(client.fetchQuery(query)).rejects.toBe(refusal);
  client.setQueryData(['own'], 'an answer');
  await expect(client.fetchQuery({ ...query, staleTime: 0 })).rejects.toBe(refusal);
  expect(told).toEqual([true, false]);
});
