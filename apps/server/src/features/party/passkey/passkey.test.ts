import { accounts } from '@usance/api/account';
import { type Call, type CallBody, pathOf } from '@usance/api/call';
import { type PasskeyRequest, passkeys } from '@usance/api/passkey';
import { secondFactor } from '@usance/api/second-factor';
import { sessions } from '@usance/api/session';
import { settings } from '@usance/api/settings';
import { verifications } from '@usance/api/verification';
import type { InjectOptions } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { person } from '../../../testing/builders.ts';
import { anonymousCaller, signedInCaller } from '../../../testing/callers.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { lastCode, lastMessage } from '../verification/codes.fixture.ts';
import { Authenticator } from './authenticator.fixture.ts';
import { forgetChallenges } from './challenge.ts';

const password = 'Correct-horse-7';
const host = 'console.example.com';
const headers = { host };

let app: TestApp;
const opened: TestApp[] = [];
beforeEach(async () => {
  app = await startTestApp();
  opened.push(app);
});
afterAll(() => Promise.all(opened.map((each) => each.close())));

const wait = (seconds: number) => app.clock.moveTo(new Date(app.clock.now().getTime() + seconds * 1_000));
type Person = Awaited<ReturnType<typeof person>>;

const begin = (someone: Pick<Person, 'call'>) => someone.call(passkeys.begin, { headers });

/** Somebody's passkey, added. */
async function added(someone: Pick<Person, 'call'>, name = 'My key') {
  const key = new Authenticator();
  const credential = key.make(await begin(someone));
  const passkey = await someone.call(passkeys.add, { headers, body: { name, credential } });
  return { key, passkey };
}

async function withPasskey() {
  const someone = await person(app);
  return { someone, ...(await added(someone)) };
}

type Cookies = Record<string, string>;

/** A browser, which keeps its cookies. */
class Browser {
  cookies: Cookies = {};
  readonly #from: InjectOptions;
  constructor(from: InjectOptions = {}) {
    this.#from = from;
  }

  async post(call: Call, payload: object = {}, at: InjectOptions['headers'] = headers) {
    const reply = await app.publicListener.inject({
      method: 'POST',
      url: pathOf(call, 'customer'),
      payload,
      headers: at,
      cookies: this.cookies,
      ...this.#from,
    });
    for (const { name, value } of reply.cookies) this.cookies[name] = value;
    return { status: reply.statusCode, body: reply.json() };
  }

  async asked(at?: InjectOptions['headers']): Promise<PasskeyRequest> {
    return (await this.post(passkeys.beginSignIn, {}, at)).body;
  }

  signIn(said: CallBody<typeof passkeys.signIn>, at?: InjectOptions['headers']) {
    return this.post(passkeys.signIn, said, at);
  }

  async attempt(key: Authenticator, lies?: Parameters<Authenticator['sign']>[1]) {
    return this.signIn({ credential: key.sign(await this.asked(), lies) });
  }
}

const refused = { code: 401, reason: 'PASSKEY_REFUSED' };

describe('adding a passkey', () => {
  it('asks for one that knows its user and is found without a name, and lists it, and tells the owner', async () => {
    const someone = await person(app);
    const asked = await begin(someone);
    expect(asked).toMatchObject({
      rp: { id: host },
      user: { name: someone.identifier },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const key = new Authenticator();
    const made = await someone.call(passkeys.add, { headers, body: { name: 'Laptop', credential: key.make(asked) } });
    expect(made).toMatchObject({ name: 'Laptop', gmtCreated: '2026-10-15T12:00:00.000Z', gmtLastUsed: null });
    expect((await someone.call(passkeys.list, {})).items).toEqual([made]);
    expect(await lastMessage(app, someone.identifier)).toContain('“Laptop” was added');
    expect((await begin(someone)).excludeCredentials).toEqual([
      { id: key.id, type: 'public-key', transports: ['internal'] },
    ]);
    expect((await (await person(app)).call(passkeys.list, {})).items).toEqual([]);
  });

  it('tells the owner in their language', async () => {
    const someone = await person(app);
    const credential = new Authenticator().make(await begin(someone));
    await someone.call(passkeys.add, {
      headers: { host, 'accept-language': 'zh-CN' },
      body: { name: '手机', credential },
    });
    expect(await lastMessage(app, someone.identifier)).toContain('通行密钥“手机”已添加');
  });

  it.each([
    ['another origin', { origin: 'https://console.example.com.evil.test' }],
    ['our name over plain http', { origin: 'http://console.example.com' }],
    ['another port of ours', { origin: 'https://console.example.com:8443' }],
    ['a page with ours inside', { crossOrigin: true }],
    ['another site’s passkey', { rpId: 'evil.test' }],
    ['one that has not made sure of its user', { isUserVerified: false }],
    ['one that nobody has touched', { isUserPresent: false }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a signature in place of a passkey', { type: 'webauthn.get' }],
    ['another’s id', { id: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('takes nothing of %s', async (_name, lies) => {
    const someone = await person(app);
    const credential = new Authenticator().make(await begin(someone), lies);
    const refusal = await someone.refusal(passkeys.add, { headers, body: { name: 'Key', credential } });
    expect(refusal).toMatchObject({ code: 400, metadata: { field: 'credential' } });
    expect((await someone.call(passkeys.list, {})).items).toEqual([]);
  });

  it('takes a challenge once, whatever came of it, within five minutes', async () => {
    const someone = await person(app);
    const add = (credential: ReturnType<Authenticator['make']>) =>
      someone.refusal(passkeys.add, { headers, body: { name: 'Key', credential } });
    const asked = await begin(someone);
    expect(await add(new Authenticator().make(asked, { rpId: 'evil.test' }))).toMatchObject({ code: 400 });
    expect(await add(new Authenticator().make(asked))).toMatchObject({ code: 400 });
    const again = await begin(someone);
    await someone.call(passkeys.add, { headers, body: { name: 'Key', credential: new Authenticator().make(again) } });
    expect(await add(new Authenticator().make(again))).toMatchObject({ code: 400 });
    const late = await begin(someone);
    wait(300);
    expect(await add(new Authenticator().make(late))).toMatchObject({ code: 400 });
    expect((await someone.call(passkeys.list, {})).items).toHaveLength(1);
  });

  it('takes no challenge of another session, of the same account or not, or of a browser that signs in', async () => {
    const someone = await person(app);
    const elsewhere = await signedInCaller(app, someone.identifier, password);
    for (const other of [elsewhere, await person(app)]) {
      await begin(someone);
      const credential = new Authenticator().make(await begin(other));
      expect(await someone.refusal(passkeys.add, { headers, body: { name: 'Key', credential } })).toMatchObject({
        code: 400,
      });
    }
    const asked = await begin(someone);
    const { challenge } = await new Browser().asked();
    const credential = new Authenticator().make({ ...asked, challenge });
    expect(await someone.refusal(passkeys.add, { headers, body: { name: 'Key', credential } })).toMatchObject({
      code: 400,
    });
  });

  it('happens once, however many send it at once, and for one account', async () => {
    const someone = await person(app);
    const key = new Authenticator();
    const body = { name: 'Key', credential: key.make(await begin(someone)) };
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, () => someone.call(passkeys.add, { headers, body })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const other = await person(app);
    const credential = key.make(await begin(other));
    expect(await other.refusal(passkeys.add, { headers, body: { name: 'Key', credential } })).toMatchObject({
      code: 409,
      reason: 'PASSKEY_EXISTS',
    });
  });

  it('stops at twenty', async () => {
    const someone = await person(app);
    for (let count = 0; count < 20; count += 1) await added(someone, `Key ${count}`);
    expect(await someone.refusal(passkeys.begin, { headers })).toMatchObject({ code: 409, reason: 'PASSKEY_LIMIT' });
  });

  it('is for who has proved the password, and the code, within ten minutes', async () => {
    const { someone, passkey } = await withPasskey();
    const asked = await begin(someone);
    wait(299);
    wait(302);
    const body = { name: 'Key', credential: new Authenticator().make(asked) };
    const required = { code: 403, reason: 'PASSWORD_PROOF_REQUIRED' };
    expect(await someone.refusal(passkeys.begin, { headers })).toMatchObject(required);
    expect(await someone.refusal(passkeys.add, { headers, body })).toMatchObject(required);
    expect(await someone.refusal(passkeys.remove, { params: { id: passkey.id } })).toMatchObject(required);
    expect((await someone.call(passkeys.list, {})).items).toHaveLength(1);
  });

  it('is refused where nobody says which host is asked', async () => {
    const someone = await person(app);
    expect(await someone.refusal(passkeys.begin, { headers: { host: 'a:99999' } })).toMatchObject({
      code: 400,
      metadata: { field: 'host' },
    });
  });
});

describe('signing in with a passkey', () => {
  it('names no account, opens a session, and says when it was used last', async () => {
    const { someone, key } = await withPasskey();
    const browser = new Browser();
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

  it('stands for both factors', async () => {
    const { someone, key } = await withPasskey();
    const { secret } = await someone.call(secondFactor.begin, {});
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() });
    await someone.call(secondFactor.confirm, { body: { code } });
    const { identifier } = someone;
    expect((await new Browser().post(accounts.login, { identifier, password })).body.reason).toBe(
      'SECOND_FACTOR_REQUIRED',
    );
    expect((await new Browser().attempt(key)).status).toBe(200);
  });

  it.each([
    ['another origin', { origin: 'https://evil.test' }],
    ['our name over plain http', { origin: 'http://console.example.com' }],
    ['a page with ours inside', { crossOrigin: true }],
    ['another site’s passkey', { rpId: 'evil.test' }],
    ['one that has not made sure of its user', { isUserVerified: false }],
    ['one that nobody has touched', { isUserPresent: false }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a passkey that is made in place of a signature', { type: 'webauthn.create' }],
    ['a passkey that names no user', { userHandle: undefined }],
    ['a passkey that nobody has', { id: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('takes nothing of %s, and answers all alike', async (_name, lies) => {
    const { key } = await withPasskey();
    const browser = new Browser();
    const { body } = await browser.attempt(key, lies);
    expect({ ...body, requestId: '' }).toEqual({
      ...refused,
      message: 'This passkey was not taken. Try again, or sign in with your password.',
      metadata: {},
      requestId: '',
    });
    expect(Object.keys(browser.cookies)).toEqual(['__Host-passkey']);
  });

  it('takes nobody else’s passkey, by its id or by its user', async () => {
    const { key, someone } = await withPasskey();
    const other = await withPasskey();
    const handle = (of: Person) => Buffer.from(of.accountId).toString('base64url');
    const lies = [
      { id: other.key.id },
      { id: other.key.id, userHandle: handle(other.someone) },
      { userHandle: handle(other.someone) },
    ];
    for (const lie of lies) expect((await new Browser().attempt(key, lie)).body).toMatchObject(refused);
    expect((await new Browser().attempt(key)).body.id).toBe(someone.accountId);
  });

  it('takes a challenge once, in the browser that asked for it, the last one it has, within five minutes', async () => {
    const { key } = await withPasskey();
    const browser = new Browser();
    const credential = key.sign(await browser.asked());
    expect((await new Browser().signIn({ credential })).body).toMatchObject(refused);
    const other = new Browser();
    await other.asked();
    expect((await other.signIn({ credential })).body).toMatchObject(refused);
    expect((await browser.signIn({ credential })).status).toBe(200);
    expect((await browser.signIn({ credential })).body).toMatchObject(refused);
    const first = await browser.asked();
    const given = { ...browser.cookies };
    await browser.asked();
    expect((await browser.signIn({ credential: key.sign(first) })).body).toMatchObject(refused);
    browser.cookies = given;
    const late = await browser.asked();
    wait(300);
    expect((await browser.signIn({ credential: key.sign(late) })).body).toMatchObject(refused);
  });

  it('takes one of many that answer the same challenge at once', async () => {
    const { key } = await withPasskey();
    const browser = new Browser();
    const asked = await browser.asked();
    const said = Array.from({ length: 5 }, () => ({ credential: key.sign(asked) }));
    const tries = await Promise.all(said.map((each) => browser.signIn(each)));
    expect(tries.filter(({ status }) => status === 200).length).toBe(1);
    expect(tries.every(({ status }) => [200, 401, 429].includes(status))).toBe(true);
  });

  it('takes no challenge of a session that adds a passkey', async () => {
    const { key, someone } = await withPasskey();
    const browser = new Browser();
    const asked = await browser.asked();
    const { challenge } = await begin(someone);
    expect((await browser.signIn({ credential: key.sign({ ...asked, challenge }) })).body).toMatchObject(refused);
  });

  it('takes none whose count stands still or goes back, but those that never count', async () => {
    const { key } = await withPasskey();
    const counts = async (...said: number[]) => {
      const found: number[] = [];
      for (const count of said) found.push((await new Browser().attempt(key, { count })).status);
      return found;
    };
    expect(await counts(0, 0, 7, 7, 6, 0, 8)).toEqual([200, 200, 200, 401, 401, 401, 200]);
    expect(await counts(4_294_967_295)).toEqual([200]);
  });

  it('takes a passkey only under the name it was made for', async () => {
    const { key } = await withPasskey();
    const browser = new Browser();
    const elsewhere = { host: 'evil.test' };
    const credential = key.sign(await browser.asked(elsewhere), { origin: 'https://evil.test' });
    expect((await browser.signIn({ credential }, elsewhere)).body).toMatchObject(refused);
  });

  it('is over plain http at localhost alone, with its port', async () => {
    const someone = await person(app);
    const at = { host: 'localhost:8080' };
    const key = new Authenticator();
    const origin = 'http://localhost:8080';
    const asked = await someone.call(passkeys.begin, { headers: at });
    expect(asked.rp.id).toBe('localhost');
    await someone.call(passkeys.add, { headers: at, body: { name: 'Key', credential: key.make(asked, { origin }) } });
    const browser = new Browser();
    const credential = key.sign(await browser.asked(at), { origin });
    expect((await browser.signIn({ credential }, at)).status).toBe(200);
    const other = key.sign(await browser.asked(at), { origin: 'http://localhost:9999' });
    expect((await browser.signIn({ credential: other }, at)).body).toMatchObject(refused);
  });

  it('proves it again in a session of the same account, and of no other', async () => {
    const { someone, key } = await withPasskey();
    const browser = new Browser();
    await browser.attempt(key);
    wait(601);
    const list = () => someone.call(sessions.list, {});
    const before = (await list()).items.length;
    const again = await browser.signIn({ credential: key.sign(await browser.asked()), refresh: true });
    expect([again.status, (await list()).items.length]).toEqual([200, before]);
    expect((await browser.post(passkeys.begin)).status).toBe(200);
    const other = await withPasskey();
    const theirs = { credential: other.key.sign(await browser.asked()), refresh: true };
    expect((await browser.signIn(theirs)).body.reason).toBe('INVALID_SESSION');
    const nobody = new Browser();
    const alone = { credential: key.sign(await nobody.asked()), refresh: true };
    expect((await nobody.signIn(alone)).body.reason).toBe('INVALID_SESSION');
  });
});

describe('whoever tries passkeys', () => {
  it('waits after five that were wrong, whether there is such a one or not, with the right one too', async () => {
    const { key } = await withPasskey();
    const outcomes = async (of: Authenticator) => {
      const found: unknown[] = [];
      for (let count = 0; count < 6; count += 1) {
        const { status, body } = await new Browser().attempt(of, { isUserVerified: false });
        found.push([status, body.reason, body.metadata]);
      }
      return found;
    };
    const known = await outcomes(key);
    expect(known.at(-1)).toEqual([429, 'TOO_MANY_REQUESTS', { retryAfterSeconds: '60' }]);
    expect(known.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => [401, 'PASSKEY_REFUSED', {}]));
    expect(await outcomes(new Authenticator())).toEqual(known);
    expect((await new Browser().attempt(key)).status).toBe(429);
    wait(60);
    expect((await new Browser().attempt(key)).status).toBe(200);
  });

  it('counts for their network with those who try passwords', async () => {
    const from = { remoteAddress: '203.0.113.9' };
    for (let count = 0; count < 30; count += 1)
      expect((await new Browser(from).attempt(new Authenticator())).status).toBe(401);
    expect((await new Browser(from).attempt(new Authenticator())).status).toBe(429);
    const { identifier } = await person(app);
    expect((await new Browser(from).post(accounts.login, { identifier, password })).status).toBe(429);
  });

  it('has no better chances at once', async () => {
    const key = new Authenticator();
    expect((await new Browser().attempt(key)).status).toBe(401);
    const tries = await Promise.all(Array.from({ length: 20 }, () => new Browser().attempt(key)));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(4);
  });

  it('does not keep the owner of a passkey out by wrong passwords', async () => {
    const { someone, key } = await withPasskey();
    const { identifier } = someone;
    for (let count = 0; count < 6; count += 1) await new Browser().post(accounts.login, { identifier, password: 'no' });
    expect((await new Browser().post(accounts.login, { identifier, password })).status).toBe(429);
    expect((await new Browser().attempt(key)).status).toBe(200);
  });
});

describe('the passkeys of an account', () => {
  it('are renamed and removed by their owner alone', async () => {
    const { someone, passkey } = await withPasskey();
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

  it('sign in no more once they are removed, and neither does who came in with them', async () => {
    const { someone, key, passkey } = await withPasskey();
    const thief = new Browser();
    await thief.attempt(key);
    await someone.call(passkeys.remove, { params: { id: passkey.id } });
    expect((await thief.post(passkeys.begin)).status).toBe(401);
    expect((await new Browser().attempt(key)).body).toMatchObject(refused);
    expect(await lastMessage(app, someone.identifier)).toContain('“My key” was removed');
    expect((await someone.call(accounts.whoami, {})).id).toBe(someone.accountId);
    expect(await someone.refusal(passkeys.remove, { params: { id: passkey.id } })).toMatchObject({ code: 404 });
  });

  it('stay when a new password is set, which is told', async () => {
    const { someone, key } = await withPasskey();
    const stranger = anonymousCaller(app);
    const email = someone.identifier;
    const { jobID } = await stranger.call(verifications.sendMail, { params: { email }, query: { purpose: 'reset' } });
    const body = { email, password: 'Another-horse-8', token: await lastCode(app, email), authJobID: jobID };
    await stranger.call(settings.setPassword, { body });
    expect((await new Browser().attempt(key)).status).toBe(200);
  });
});

it('forgets challenges that nobody can answer any more', async () => {
  await new Browser().asked();
  const count = async () => (await app.deps.db.selectFrom('passkey_challenge').selectAll().execute()).length;
  await forgetChallenges(app.deps, app.clock.now());
  expect(await count()).toBe(1);
  wait(300);
  await forgetChallenges(app.deps, app.clock.now());
  expect(await count()).toBe(0);
});
