import { pathOf } from '@usance/api/call';
import { accounts } from '@usance/api/people/account';
import { passkeys } from '@usance/api/people/passkey';
import { secondFactor } from '@usance/api/people/second-factor';
import { sessions } from '@usance/api/people/session';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { person, rightPassword } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { Authenticator } from './authenticator.fixture.ts';
import { askedToMake, PasskeyBrowser, passkeyRefused, withPasskey } from './passkey.fixture.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
  return () => app.close();
});

const wait = (seconds: number) => app.clock.pass({ seconds });

describe('signing in with a passkey', () => {
  it('names no account, opens a session, and records the use', async () => {
    const { someone, key } = await withPasskey(app);
    const browser = new PasskeyBrowser(app);
    wait(60);
    const asked = await browser.asked();
    expect(Object.keys(asked).sort()).toEqual(['challenge', 'rpId', 'timeout', 'userVerification']);
    const { status, body } = await browser.signIn({ credential: key.sign(asked) });
    expect([status, body.identifier]).toEqual([200, someone.identifier]);
    const whoami = await app.publicListener.inject({
      url: pathOf(accounts.whoami, 'customer'),
      cookies: browser.cookies,
    });
    expect(whoami.json().id).toBe(someone.accountId);
    expect((await someone.call(passkeys.list, {})).items[0]?.gmtLastUsed).toBe('2026-10-15T12:01:00.000Z');
    expect((await someone.call(sessions.list, {})).items).toHaveLength(2);
  });

  it('returns the account with its portrait, like a password', async () => {
    const { someone, key } = await withPasskey(app);
    const portrait = { account_id: someone.accountId, version: 'a'.repeat(32), image: Buffer.from('webp') };
    await app.deps.db
      .insertInto('portrait')
      .values({ ...portrait, set_at: app.clock.now() })
      .execute();
    const { body } = await new PasskeyBrowser(app).attempt(key);
    expect(body).toEqual(await someone.call(accounts.whoami, {}));
    expect(body.portrait).toBe(portrait.version);
  });

  it('counts as both factors', async () => {
    const { someone, key } = await withPasskey(app);
    const { secret } = await someone.call(secondFactor.begin, {});
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() });
    await someone.call(secondFactor.confirm, { body: { code } });
    const { identifier } = someone;
    expect(
      (await new PasskeyBrowser(app).post(accounts.login, { identifier, password: rightPassword })).body.reason,
    ).toBe('SECOND_FACTOR_REQUIRED');
    expect((await new PasskeyBrowser(app).attempt(key)).status).toBe(200);
  });

  it.each([
    ['another origin', { origin: 'https://evil.test' }],
    ['our name over plain http', { origin: 'http://console.example.com' }],
    ['a page that frames ours', { crossOrigin: true }],
    ['another site’s passkey', { rpId: 'evil.test' }],
    ['one that has not made sure of its user', { isUserVerified: false }],
    ['one without user presence', { isUserPresent: false }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a passkey that is made in place of a signature', { type: 'webauthn.create' }],
    ['a passkey that names no user', { userHandle: undefined }],
    ['an unknown passkey', { id: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('refuses %s, all with the same answer', async (_name, lies) => {
    const { key } = await withPasskey(app);
    const browser = new PasskeyBrowser(app);
    const { body } = await browser.attempt(key, lies);
    expect({ ...body, requestId: '' }).toEqual({
      ...passkeyRefused,
      message: 'This passkey was not accepted. Try again, or sign in with your password.',
      metadata: {},
      requestId: '',
    });
    expect(Object.keys(browser.cookies)).toEqual(['__Host-passkey']);
  });

  it('refuses another account’s passkey, by its id or by its user', async () => {
    const { key, someone } = await withPasskey(app);
    const other = await withPasskey(app);
    const handle = (of: { accountId: string }) => Buffer.from(of.accountId).toString('base64url');
    const lies = [
      { id: other.key.id },
      { id: other.key.id, userHandle: handle(other.someone) },
      { userHandle: handle(other.someone) },
    ];
    for (const lie of lies)
      expect((await new PasskeyBrowser(app).attempt(key, lie)).body).toMatchObject(passkeyRefused);
    expect((await new PasskeyBrowser(app).attempt(key)).body.id).toBe(someone.accountId);
  });

  it('takes only the browser’s latest challenge, once, and within five minutes', async () => {
    const { key } = await withPasskey(app);
    const browser = new PasskeyBrowser(app);
    const credential = key.sign(await browser.asked());
    expect((await new PasskeyBrowser(app).signIn({ credential })).body).toMatchObject(passkeyRefused);
    const other = new PasskeyBrowser(app);
    await other.asked();
    expect((await other.signIn({ credential })).body).toMatchObject(passkeyRefused);
    expect((await browser.signIn({ credential })).status).toBe(200);
    expect((await browser.signIn({ credential })).body).toMatchObject(passkeyRefused);
    const first = await browser.asked();
    const given = { ...browser.cookies };
    await browser.asked();
    expect((await browser.signIn({ credential: key.sign(first) })).body).toMatchObject(passkeyRefused);
    browser.cookies = given;
    const late = await browser.asked();
    wait(300);
    expect((await browser.signIn({ credential: key.sign(late) })).body).toMatchObject(passkeyRefused);
  });

  it('takes one of many answers to the same challenge at once', async () => {
    const { key } = await withPasskey(app);
    const browser = new PasskeyBrowser(app);
    const asked = await browser.asked();
    const said = Array.from({ length: 5 }, () => ({ credential: key.sign(asked) }));
    const tries = await Promise.all(said.map((each) => browser.signIn(each)));
    expect(tries.filter(({ status }) => status === 200).length).toBe(1);
    expect(tries.every(({ status }) => [200, 401, 429].includes(status))).toBe(true);
  });

  it('refuses the challenge of a session that adds a passkey', async () => {
    const { key, someone } = await withPasskey(app);
    const browser = new PasskeyBrowser(app);
    const asked = await browser.asked();
    const { challenge } = await askedToMake(someone);
    expect((await browser.signIn({ credential: key.sign({ ...asked, challenge }) })).body).toMatchObject(
      passkeyRefused,
    );
  });

  it('refuses a signature count that does not go up, unless the passkey never counts', async () => {
    const { key } = await withPasskey(app);
    const counts = async (...said: number[]) => {
      const found: number[] = [];
      for (const count of said) found.push((await new PasskeyBrowser(app).attempt(key, { count })).status);
      return found;
    };
    expect(await counts(0, 0, 7, 7, 6, 0, 8)).toEqual([200, 200, 200, 401, 401, 401, 200]);
    expect(await counts(4_294_967_295)).toEqual([200]);
  });

  it('takes a passkey only at the host that it was made for', async () => {
    const { key } = await withPasskey(app);
    const browser = new PasskeyBrowser(app);
    const elsewhere = { host: 'evil.test' };
    const credential = key.sign(await browser.asked(elsewhere), { origin: 'https://evil.test' });
    expect((await browser.signIn({ credential }, elsewhere)).body).toMatchObject(passkeyRefused);
  });

  it('works over plain http only at localhost, with its port', async () => {
    const someone = await person(app);
    const at = { host: 'localhost:8080' };
    const key = new Authenticator();
    const origin = 'http://localhost:8080';
    const asked = await someone.call(passkeys.begin, { headers: at });
    expect(asked.rp.id).toBe('localhost');
    await someone.call(passkeys.add, { headers: at, body: { name: 'Key', credential: key.make(asked, { origin }) } });
    const browser = new PasskeyBrowser(app);
    const credential = key.sign(await browser.asked(at), { origin });
    expect((await browser.signIn({ credential }, at)).status).toBe(200);
    const other = key.sign(await browser.asked(at), { origin: 'http://localhost:9999' });
    expect((await browser.signIn({ credential: other }, at)).body).toMatchObject(passkeyRefused);
  });

  it('renews the proof of a session of the same account only', async () => {
    const { someone, key } = await withPasskey(app);
    const browser = new PasskeyBrowser(app);
    await browser.attempt(key);
    wait(601);
    const list = () => someone.call(sessions.list, {});
    const before = (await list()).items.length;
    const again = await browser.signIn({ credential: key.sign(await browser.asked()), refresh: true });
    expect([again.status, (await list()).items.length]).toEqual([200, before]);
    expect((await browser.post(passkeys.begin)).status).toBe(200);
    const other = await withPasskey(app);
    const theirs = { credential: other.key.sign(await browser.asked()), refresh: true };
    expect((await browser.signIn(theirs)).body.reason).toBe('INVALID_SESSION');
    const signedOut = new PasskeyBrowser(app);
    const alone = { credential: key.sign(await signedOut.asked()), refresh: true };
    expect((await signedOut.signIn(alone)).body.reason).toBe('INVALID_SESSION');
  });
});
