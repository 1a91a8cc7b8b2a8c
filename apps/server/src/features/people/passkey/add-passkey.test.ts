import { passkeys } from '@usance/api/people/passkey';
import { beforeEach, describe, expect, it } from 'vitest';
import { person, rightPassword } from '#testing/builders.ts';
import { signedInCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { lastMessage } from '../verification/codes.fixture.ts';
import { Authenticator } from './authenticator.fixture.ts';
import { addedPasskey, askedToMake, atConsole, PasskeyBrowser, withPasskey } from './passkey.fixture.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
  return () => app.close();
});

const wait = (seconds: number) => app.clock.pass({ seconds });

describe('adding a passkey', () => {
  it('asks for a discoverable passkey with user verification, lists it, and mails the owner', async () => {
    const someone = await person(app);
    const asked = await askedToMake(someone);
    expect(asked).toMatchObject({
      rp: { id: atConsole.host },
      user: { name: someone.identifier },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const key = new Authenticator();
    const made = await someone.call(passkeys.add, {
      headers: atConsole,
      body: { name: 'Laptop', credential: key.make(asked) },
    });
    expect(made).toMatchObject({ name: 'Laptop', gmtCreated: '2026-10-15T12:00:00.000Z', gmtLastUsed: null });
    expect((await someone.call(passkeys.list, {})).items).toEqual([made]);
    expect(await lastMessage(app, someone.identifier)).toContain('“Laptop” was added');
    expect((await askedToMake(someone)).excludeCredentials).toEqual([
      { id: key.id, type: 'public-key', transports: ['internal'] },
    ]);
    expect((await (await person(app)).call(passkeys.list, {})).items).toEqual([]);
  });

  it('mails the owner in their language', async () => {
    const someone = await person(app);
    const credential = new Authenticator().make(await askedToMake(someone));
    await someone.call(passkeys.add, {
      headers: { ...atConsole, 'accept-language': 'zh-CN' },
      body: { name: '手机', credential },
    });
    expect(await lastMessage(app, someone.identifier)).toContain('通行密钥“手机”已添加');
  });

  it.each([
    ['another origin', { origin: 'https://console.example.com.evil.test' }],
    ['our name over plain http', { origin: 'http://console.example.com' }],
    ['another port of ours', { origin: 'https://console.example.com:8443' }],
    ['a page that frames ours', { crossOrigin: true }],
    ['another site’s passkey', { rpId: 'evil.test' }],
    ['one that has not made sure of its user', { isUserVerified: false }],
    ['one without user presence', { isUserPresent: false }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a signature in place of a passkey', { type: 'webauthn.get' }],
    ['another’s id', { id: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('refuses %s', async (_name, lies) => {
    const someone = await person(app);
    const credential = new Authenticator().make(await askedToMake(someone), lies);
    const refusal = await someone.refusal(passkeys.add, { headers: atConsole, body: { name: 'Key', credential } });
    expect(refusal).toMatchObject({ code: 400, metadata: { field: 'credential' } });
    expect((await someone.call(passkeys.list, {})).items).toEqual([]);
  });

  it('takes a challenge once, even in vain, and within five minutes', async () => {
    const someone = await person(app);
    const add = (credential: ReturnType<Authenticator['make']>) =>
      someone.refusal(passkeys.add, { headers: atConsole, body: { name: 'Key', credential } });
    const asked = await askedToMake(someone);
    expect(await add(new Authenticator().make(asked, { rpId: 'evil.test' }))).toMatchObject({ code: 400 });
    expect(await add(new Authenticator().make(asked))).toMatchObject({ code: 400 });
    const again = await askedToMake(someone);
    await someone.call(passkeys.add, {
      headers: atConsole,
      body: { name: 'Key', credential: new Authenticator().make(again) },
    });
    expect(await add(new Authenticator().make(again))).toMatchObject({ code: 400 });
    const late = await askedToMake(someone);
    wait(300);
    expect(await add(new Authenticator().make(late))).toMatchObject({ code: 400 });
    expect((await someone.call(passkeys.list, {})).items).toHaveLength(1);
  });

  it('refuses the challenge of another session, of the same account or not, and that of a sign-in', async () => {
    const someone = await person(app);
    const elsewhere = await signedInCaller(app, someone.identifier, rightPassword);
    for (const other of [elsewhere, await person(app)]) {
      await askedToMake(someone);
      const credential = new Authenticator().make(await askedToMake(other));
      expect(
        await someone.refusal(passkeys.add, { headers: atConsole, body: { name: 'Key', credential } }),
      ).toMatchObject({
        code: 400,
      });
    }
    const asked = await askedToMake(someone);
    const { challenge } = await new PasskeyBrowser(app).asked();
    const credential = new Authenticator().make({ ...asked, challenge });
    expect(
      await someone.refusal(passkeys.add, { headers: atConsole, body: { name: 'Key', credential } }),
    ).toMatchObject({
      code: 400,
    });
  });

  it('adds a passkey once, however often it is sent at once, and to one account', async () => {
    const someone = await person(app);
    const key = new Authenticator();
    const body = { name: 'Key', credential: key.make(await askedToMake(someone)) };
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, () => someone.call(passkeys.add, { headers: atConsole, body })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const other = await person(app);
    const credential = key.make(await askedToMake(other));
    expect(await other.refusal(passkeys.add, { headers: atConsole, body: { name: 'Key', credential } })).toMatchObject({
      code: 409,
      reason: 'PASSKEY_EXISTS',
    });
  });

  it('stops at twenty', async () => {
    const someone = await person(app);
    for (let count = 0; count < 20; count += 1) await addedPasskey(someone, `Key ${count}`);
    expect(await someone.refusal(passkeys.begin, { headers: atConsole })).toMatchObject({
      code: 409,
      reason: 'PASSKEY_LIMIT',
    });
  });

  it('needs a proof of the password, and the code, of the last ten minutes', async () => {
    const { someone, passkey } = await withPasskey(app);
    const asked = await askedToMake(someone);
    wait(299);
    wait(302);
    const body = { name: 'Key', credential: new Authenticator().make(asked) };
    const required = { code: 403, reason: 'PASSWORD_PROOF_REQUIRED' };
    expect(await someone.refusal(passkeys.begin, { headers: atConsole })).toMatchObject(required);
    expect(await someone.refusal(passkeys.add, { headers: atConsole, body })).toMatchObject(required);
    expect(await someone.refusal(passkeys.remove, { params: { id: passkey.id } })).toMatchObject(required);
    expect((await someone.call(passkeys.list, {})).items).toHaveLength(1);
  });

  it('is refused without a valid Host header', async () => {
    const someone = await person(app);
    expect(await someone.refusal(passkeys.begin, { headers: { host: 'a:99999' } })).toMatchObject({
      code: 400,
      metadata: { field: 'host' },
    });
  });
});
