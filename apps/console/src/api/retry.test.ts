import { expect, it } from 'vitest';
import { ApiError, LoginExpired, NetworkError } from './api-error.ts';
import { retryDelayMs, shouldRetry } from './retry.ts';

const refusal = (status: number, retryAfterSeconds?: string) =>
  new ApiError({
    status,
    reason: 'ANY',
    message: 'No.',
    metadata: retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
    requestId: 'req-1',
  });
const never = () => 0;
const most = () => 1;

it.each([
  ['a busy server', refusal(503, '5')],
  ['a fault', refusal(500)],
  ['a network that is down', new NetworkError('No reply from the server')],
  ['too many requests, with a time to wait', refusal(429, '42')],
])('retries twice after %s', (_what, error) => {
  expect([0, 1, 2].map((failed) => shouldRetry(failed, error))).toEqual([true, true, false]);
});

it.each([
  ['a refusal that a retry does not change', refusal(404)],
  ['too many requests, without a time to wait', refusal(429)],
  ['too many requests, for longer than a reader waits', refusal(429, '61')],
  ['the end of the session', new LoginExpired('Login expired')],
])('does not retry after %s', (_what, error) => {
  expect(shouldRetry(0, error)).toBe(false);
});

it('waits at least the given time, and longer each time', () => {
  expect([0, 1].map((failed) => retryDelayMs(failed, refusal(503, '5'), never))).toEqual([5_000, 10_000]);
  expect([0, 1].map((failed) => retryDelayMs(failed, refusal(503), never))).toEqual([1_000, 2_000]);
  expect(retryDelayMs(0, new NetworkError('No reply from the server'), never)).toBe(1_000);
});

it('never waits longer than a reader would, however often it has failed', () => {
  expect([0, 1].map((failed) => retryDelayMs(failed, refusal(429, '42'), never))).toEqual([42_000, 60_000]);
  expect([0, 1].map((failed) => retryDelayMs(failed, refusal(503, '60'), never))).toEqual([60_000, 60_000]);
});

it('spreads clients that were refused together over a quarter of the wait', () => {
  expect(retryDelayMs(0, refusal(503, '4'), most)).toBe(5_000);
});

it('ignores a time to wait that is not a number', () => {
  expect(retryDelayMs(0, refusal(503, 'Wed, 21 Oct 2026 07:28:00 GMT'), never)).toBe(1_000);
  expect(retryDelayMs(0, refusal(503, '86400'), never)).toBe(60_000);
});
