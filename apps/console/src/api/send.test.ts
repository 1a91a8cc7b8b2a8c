import { accounts } from '@usance/api/people/account';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setLocale } from '../i18n/locale.ts';
import { LoginExpired } from './api-error.ts';
import { isNetworkDown } from './network-state.ts';
import { send } from './send.ts';
import { isSessionExpired, resetInvalidSession } from './session-state.ts';

const fetch = vi.fn<typeof globalThis.fetch>();
beforeEach(() => {
  vi.stubGlobal('fetch', fetch.mockReset());
  setLocale('en');
  resetInvalidSession();
});
afterEach(() => vi.unstubAllGlobals());

const good = () => Promise.resolve(Response.json({}));
const refusing = (code: number, reason: string) => () =>
  Promise.resolve(Response.json({ code, reason, message: 'No.', metadata: {}, requestId: 'req-1' }, { status: code }));
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
/** Sends once with this answer; other tests check its errors. */
const sent = (answer: () => Promise<Response>) => {
  fetch.mockImplementationOnce(answer);
  return send(accounts.whoami).catch(() => undefined);
};
const invalid = refusing(401, 'INVALID_SESSION');

it('sends nothing more after the fourth invalid session in a row', async () => {
  for (const _ of [1, 2, 3]) await sent(invalid);
  expect(isSessionExpired()).toBe(false);
  await sent(invalid);
  expect(isSessionExpired()).toBe(true);
  await expect(send(accounts.whoami)).rejects.toThrow(new LoginExpired('Login expired'));
  expect(fetch).toHaveBeenCalledTimes(4);
});

it('restarts its count after a good answer, and not after another refusal', async () => {
  for (const answer of [invalid, invalid, invalid, good, invalid, invalid, invalid]) await sent(answer);
  expect(isSessionExpired()).toBe(false);
  await sent(refusing(401, 'INVALID_CREDENTIALS'));
  await sent(refusing(404, 'NOT_FOUND'));
  expect(isSessionExpired()).toBe(false);
  await sent(invalid);
  expect(isSessionExpired()).toBe(true);
});

it('considers the network down after more than 5 unanswered requests in a row, until any answer', async () => {
  for (const _ of [1, 2, 3, 4, 5]) await sent(lost);
  expect(isNetworkDown()).toBe(false);
  await sent(lost);
  expect(isNetworkDown()).toBe(true);
  await sent(refusing(500, 'INTERNAL_ERROR'));
  expect(isNetworkDown()).toBe(false);
});

it('reads the time to wait of a proxy too', async () => {
  fetch.mockResolvedValueOnce(new Response('<h1>Busy</h1>', { status: 503, headers: { 'retry-after': '7' } }));
  await expect(send(accounts.whoami)).rejects.toMatchObject({ status: 503, metadata: { retryAfterSeconds: '7' } });
});

it('does not count aborted requests', async () => {
  const aborted = AbortSignal.abort();
  fetch.mockImplementation(() => Promise.reject(aborted.reason));
  for (const _ of [1, 2, 3, 4, 5, 6]) {
    await expect(send(accounts.whoami, { signal: aborted })).rejects.toThrow(/abort/);
  }
  expect(isNetworkDown()).toBe(false);
});
