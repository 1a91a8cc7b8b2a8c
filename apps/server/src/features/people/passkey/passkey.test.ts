import { accounts } from '@usance/api/people/account';
import { passkeys } from '@usance/api/people/passkey';
import { settings } from '@usance/api/people/settings';
import { verifications } from '@usance/api/people/verification';
import { beforeEach, describe, expect, it } from 'vitest';
import { person } from '#testing/builders.ts';
import { anonymousCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { lastCode, lastMessage } from '../verification/codes.fixture.ts';
import { forgetChallenges } from './challenge.ts';
import { PasskeyBrowser, passkeyRefused, withPasskey } from './passkey.fixture.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
  return () => app.close();
});

const wait = (seconds: number) => app.clock.pass({ seconds });

describe('the passkeys of an account', () => {
  it('are renamed and removed by their owner alone', async () => {
    const { someone, passkey } = await withPasskey(app);
    const other = await person(app);
    const params = { id: passkey.id };
    const missing = { code: 404, reason: 'PASSKEY_NOT_FOUND' };
    expect(await other.refusal(passkeys.rename, { params, body: { name: 'Mine' } })).toMatchObject(missing);
    expect(await other.refusal(passkeys.remove, { params })).toMatchObject(missing);
    expect(await someone.call(passkeys.rename, { params, body: { name: 'Blue key' } })).toMatchObject({
      ...passkey,
      name: 'Blue key',
    });
    for (const name of ['', '   ', 'x'.repeat(61), 'a\u0000b'])
      expect(await someone.refusal(passkeys.rename, { params, body: { name } })).toMatchObject({ code: 400 });
    expect((await someone.call(passkeys.list, {})).items).toMatchObject([{ name: 'Blue key' }]);
  });

  it('no longer sign in once removed, and the sessions that they opened end', async () => {
    const { someone, key, passkey } = await withPasskey(app);
    const thief = new PasskeyBrowser(app);
    await thief.attempt(key);
    await someone.call(passkeys.remove, { params: { id: passkey.id } });
    expect((await thief.post(passkeys.begin)).status).toBe(401);
    expect((await new PasskeyBrowser(app).attempt(key)).body).toMatchObject(passkeyRefused);
    expect(await lastMessage(app, someone.identifier)).toContain('“My key” was removed');
    expect((await someone.call(accounts.whoami, {})).id).toBe(someone.accountId);
    expect(await someone.refusal(passkeys.remove, { params: { id: passkey.id } })).toMatchObject({ code: 404 });
  });

  it('stay when a new password is set, as the mail says', async () => {
    const { someone, key } = await withPasskey(app);
    const stranger = anonymousCaller(app);
    const email = someone.identifier;
    const { jobID } = await stranger.call(verifications.sendMail, { params: { email }, query: { purpose: 'reset' } });
    const body = { email, password: 'Another-horse-8', token: await lastCode(app, email), authJobID: jobID };
    await stranger.call(settings.setPassword, { body });
    expect((await new PasskeyBrowser(app).attempt(key)).status).toBe(200);
  });
});

it('deletes expired challenges', async () => {
  await new PasskeyBrowser(app).asked();
  const count = async () => (await app.deps.db.selectFrom('passkey_challenge').selectAll().execute()).length;
  await forgetChallenges(app.deps, app.clock.now());
  expect(await count()).toBe(1);
  wait(300);
  await forgetChallenges(app.deps, app.clock.now());
  expect(await count()).toBe(0);
});
