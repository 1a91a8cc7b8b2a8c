import { Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, LoginExpired, NetworkError } from '../../../api/api-error.ts';
import { countNetworkFailure, resetNetworkFailures } from '../../../api/network-state.ts';
import { endPlatformGrant, usePlatformGrantWanted } from '../../../api/platform-grant-state.ts';
import { countInvalidSession, resetInvalidSession } from '../../../api/session-state.ts';
import { setLocale } from '../../../i18n/locale.ts';
import { render } from '../../../testing/render.tsx';
// The messages' code is loaded first, so that tests do not depend on its speed.
import '../../words/refusal-words.ts';
import '../../words/rule-words.ts';
import { notify } from './notify.tsx';
import { showFailure } from './show-failure.ts';

beforeEach(
  () =>
    new Promise<void>((mounted) => {
      render(
        <>
          <Notifications limit={1} />
          <Then effect={mounted} />
        </>,
      );
    }),
);
afterEach(() => {
  notifications.clean();
  resetNetworkFailures();
  resetInvalidSession();
  setLocale('en');
});

/** Runs an effect after everything before it is mounted. */
function Then({ effect }: { effect: () => void }) {
  useEffect(effect, [effect]);
  return null;
}

const refusal = (status: number, reason: string, message = 'In English.') =>
  new ApiError({ status, reason, message, metadata: {}, requestId: 'req-42' });
const message = () => document.querySelector('[role=alert]')?.textContent;
const shown = () => notificationsStore.getState().notifications;

it('shows a refusal as a warning, in the server’s words', async () => {
  showFailure(refusal(409, 'MOON_PHASE', 'Not before the full moon.'));
  await expect.poll(message).toBe('Not before the full moon.');
  expect(message()).not.toContain('req-42');
});

it('leaves failures that the page shows to the page', async () => {
  showFailure(refusal(500, 'INTERNAL_ERROR'), { toldByPage: true });
  showFailure(refusal(409, 'MOON_PHASE', 'Not before the full moon.'));
  await expect.poll(message).toBe('Not before the full moon.');
  expect(shown()).toHaveLength(1);
});

it('shows any other error for 10 seconds, with the request to quote', async () => {
  showFailure(refusal(500, 'INTERNAL_ERROR'));
  await expect.poll(message).toMatch(/Something went wrong on our side\./);
  await expect.poll(message).toMatch(/req-42/);
  expect(shown().map(({ autoClose }) => autoClose)).toEqual([10_000]);
});

it.each([
  ['of success', () => notify.success('Done.')],
  ['of a refusal', () => showFailure(refusal(409, 'MOON_PHASE', 'Done.'))],
])('shows a message %s for 6 seconds', async (_, show) => {
  show();
  await expect.poll(message).toBe('Done.');
  expect(shown().map(({ autoClose }) => autoClose)).toEqual([6_000]);
});

it('shows one message at a time, the newest', async () => {
  for (const text of ['first', 'second', 'third']) showFailure(refusal(409, 'MOON_PHASE', text));
  await expect.poll(message).toBe('third');
  expect(notificationsStore.getState().queue).toEqual([]);
  expect(shown()).toHaveLength(1);
});

it('translates English messages of the server or a proxy to Chinese', async () => {
  setLocale('zh');
  showFailure(refusal(502, 'UNREADABLE_REPLY', 'Bad Gateway'));
  await expect.poll(message).toMatch(/^服务器未能响应（HTTP 502）。/);
  showFailure(refusal(400, 'INVALID_PARAMETER', 'Must start with a letter'));
  await expect.poll(message).toBe('必须以字母开头');
});

it('reports the network after more than 5 failures in a row', async () => {
  const failure = new NetworkError('No reply from the server');
  for (const _ of [1, 2, 3, 4, 5]) {
    countNetworkFailure();
    showFailure(failure);
  }
  expect(shown()).toEqual([]);
  countNetworkFailure();
  showFailure(failure);
  await expect.poll(message).toMatch(/The server cannot be reached\./);
});

it('leaves the screen to the dialog once the session is over', async () => {
  const invalid = refusal(401, 'INVALID_SESSION');
  for (const _ of [1, 2, 3]) countInvalidSession();
  showFailure(invalid);
  await expect.poll(message).toBe('Please sign in.');
  countInvalidSession();
  showFailure(invalid);
  await expect.poll(shown).toEqual([]);
});

it('only logs hidden failures, and leaves the end of the session to its dialog', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const quiet = refusal(404, 'CONTRACT_NOT_FOUND');
  showFailure(quiet, { ignoreError: true });
  showFailure(new LoginExpired('Login expired'));
  expect(warn.mock.calls).toEqual([[quiet]]);
  expect(shown()).toEqual([]);
});

it('asks for the platform’s authorization even if a form shows its own failures', async () => {
  render(<Wanted />);
  const output = () => document.querySelector('output')?.textContent;
  await expect.poll(output).toBe('not asked');
  showFailure(refusal(403, 'NOT_GRANT_PLATFORM_ERROR'), { ignoreError: true });
  await expect.poll(output).toBe('asked');
  endPlatformGrant();
  await expect.poll(output).toBe('not asked');
});

function Wanted() {
  return <output>{usePlatformGrantWanted() ? 'asked' : 'not asked'}</output>;
}
