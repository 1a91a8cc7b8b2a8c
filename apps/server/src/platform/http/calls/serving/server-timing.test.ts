import { pathOf } from '@usance/api/call';
import { accounts } from '@usance/api/people/account';
import { expect, it, onTestFinished } from 'vitest';
import { person, rightPassword } from '#testing/builders.ts';
import { startTestApp } from '#testing/test-app.ts';

it('a reply tells its caller how long it took, and one that anyone may ask tells nothing', async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  const ada = await person(app);
  const known = await ada.raw({ url: pathOf(accounts.whoami, 'customer') });
  expect(known.headers['server-timing']).toMatch(/^line;dur=\d+, total;dur=\d+$/);
  const payload = { identifier: ada.identifier, password: rightPassword };
  const signIn = await app.publicListener.inject({
    method: 'POST',
    url: pathOf(accounts.login, 'customer'),
    payload,
  });
  expect([signIn.statusCode, signIn.headers['server-timing']]).toEqual([200, undefined]);
});
