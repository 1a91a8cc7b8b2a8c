import { pathOf } from '@usance/api/call';
import { accounts } from '@usance/api/people/account';
import { expect, it, onTestFinished } from 'vitest';
import { person } from '#testing/builders.ts';
import { startTestApp } from '#testing/test-app.ts';

it('a reply tells its caller which part of the time was ours, and a stranger nothing', async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  const ada = await person(app);
  const known = await ada.raw({ url: pathOf(accounts.whoami, 'customer') });
  expect(known.headers['server-timing']).toMatch(/^line;dur=\d+\.\d, total;dur=\d+\.\d$/);
  const payload = { identifier: ada.identifier, password: 'not-the-word-1' };
  const stranger = await app.publicListener.inject({
    method: 'POST',
    url: pathOf(accounts.login, 'customer'),
    payload,
  });
  expect([stranger.statusCode, stranger.headers['server-timing']]).toEqual([401, undefined]);
});
