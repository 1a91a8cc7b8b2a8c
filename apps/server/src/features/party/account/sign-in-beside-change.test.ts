import { accounts } from '@usance/api/account';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { person, rightPassword } from '../../../testing/builders.ts';
import { anonymousCaller } from '../../../testing/callers.ts';
import { held, waitsOrEnds } from '../../../testing/held-change.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { changePassword } from './change-password.ts';
import type { Staying } from './end-sessions.ts';
import { hashPassword } from './password.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('a password that was right when it was looked at opens nothing once it has been changed', async () => {
  const { identifier, accountId: id } = await person(app);
  const passwordHash = await hashPassword('Kept-by-nobody-1');
  const by: Staying = {
    subject: { kind: 'anonymous' },
    now: app.clock.now(),
    cookies: { get: () => undefined, set: () => undefined, clear: () => undefined },
  };
  const change = held(app, (tx) => changePassword(tx, { id, identifier, passwordHash }, by));
  await change.written;
  const signIn = anonymousCaller(app).refusal(accounts.login, { body: { identifier, password: rightPassword } });
  signIn.catch(() => {});
  await waitsOrEnds(app, signIn);
  await change.commit();
  expect(await signIn).toMatchObject({ code: 401, reason: 'INVALID_CREDENTIALS' });
});
