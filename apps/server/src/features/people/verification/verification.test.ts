import { pathOf } from '@usance/api/call';
import { registrations } from '@usance/api/people/registration';
import { verifications } from '@usance/api/people/verification';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, rightPassword } from '#testing/builders.ts';
import { anonymousCaller, type Caller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { lastCode, lastMessage, otherThan } from './codes.fixture.ts';
import { forgetCodes } from './forget-codes.ts';

let app: TestApp;
let stranger: Caller;
beforeAll(async () => {
  app = await startTestApp();
  stranger = anonymousCaller(app);
});
afterAll(() => app.close());

let count = 0;
const newEmail = () => {
  count += 1;
  return `new${count}@example.com`;
};
const wait = (seconds: number) => app.clock.pass({ seconds });
const send = (email: string, purpose?: 'register' | 'reset', by = stranger) =>
  by.call(verifications.sendMail, { params: { email }, query: { purpose } });
const job = (id: string, code?: string, by = stranger) =>
  by.call(verifications.get, { params: { job: id }, query: { code } });

describe('a code', () => {
  it('is sent to the e-mail, and naming it yields a token', async () => {
    const email = newEmail();
    const { jobID } = await send(email);
    expect(await job(jobID)).toMatchObject({ state: 'pending' });
    const { state, token } = await job(jobID, await lastCode(app, email));
    expect([state, token?.length]).toEqual(['proved', 43]);
    expect((await job(jobID)).token).toBeUndefined();
  });

  it('yields the same token whenever it is named, until that is used', async () => {
    const email = newEmail();
    const { jobID } = await send(email);
    const code = await lastCode(app, email);
    const { token = '' } = await job(jobID, code);
    expect(await job(jobID, code)).toMatchObject({ state: 'proved', token });
    expect((await job(jobID, otherThan(code))).token).toBeUndefined();
    const other = newEmail();
    const { jobID: otherID } = await send(other);
    expect((await job(otherID, await lastCode(app, other))).token).not.toBe(token);
    await stranger.call(registrations.register, {
      body: { email: { address: email, authJobID: jobID, token }, traits: {}, password: rightPassword },
    });
    const after = await job(jobID, code);
    expect([after.state, after.token]).toEqual(['used', undefined]);
  });

  it('is stored as a hash, and its job does not reveal it', async () => {
    const email = newEmail();
    const { jobID } = await send(email);
    const code = await lastCode(app, email);
    const { token } = await job(jobID, code);
    const kept = await app.deps.db.selectFrom('auth_job').selectAll().where('id', '=', jobID).execute();
    expect(JSON.stringify(kept)).not.toContain(code);
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  it('ends after five wrong tries, even for the right one', async () => {
    const email = newEmail();
    const { jobID } = await send(email);
    const code = await lastCode(app, email);
    const states: string[] = [];
    for (let tries = 0; tries < 5; tries += 1) states.push((await job(jobID, otherThan(code))).state);
    expect(states).toEqual(['pending', 'pending', 'pending', 'pending', 'dead']);
    expect(await job(jobID, code)).not.toHaveProperty('token');
  });

  it('ends after five wrong tries at once', async () => {
    const email = newEmail();
    const { jobID } = await send(email);
    const code = await lastCode(app, email);
    await Promise.all(Array.from({ length: 12 }, () => job(jobID, otherThan(code))));
    expect(await job(jobID, code)).toMatchObject({ state: 'dead' });
  });

  it('is valid for ten minutes', async () => {
    const email = newEmail();
    const { jobID } = await send(email);
    const code = await lastCode(app, email);
    wait(600);
    expect(await job(jobID, code)).toMatchObject({ state: 'expired' });
  });

  it('has six digits, and needs an existing job', async () => {
    const { jobID } = await send(newEmail());
    for (const code of ['12345', '1234567', '12345a', '１２３４５６'])
      expect(await stranger.refusal(verifications.get, { params: { job: jobID }, query: { code } })).toMatchObject({
        code: 400,
        metadata: { field: 'code' },
      });
    expect(
      await stranger.refusal(verifications.get, { params: { job: 'job-aaaaaaaaaaaaaaaa' }, query: {} }),
    ).toMatchObject({
      code: 404,
      reason: 'AUTH_JOB_NOT_FOUND',
    });
  });

  it('that was asked for in a session works only for that account', async () => {
    const [ada, grace] = [await person(app), await person(app)];
    const { jobID } = await send(newEmail(), 'register', ada);
    expect(await job(jobID, undefined, ada)).toMatchObject({ state: 'pending' });
    for (const other of [grace, stranger])
      expect(await other.refusal(verifications.get, { params: { job: jobID }, query: {} })).toMatchObject({
        code: 404,
      });
  });
});

it('a code is deleted after a day, and not while it counts', async () => {
  const { jobID } = await send(newEmail());
  wait(23 * 3_600);
  await forgetCodes(app.deps, app.clock.now());
  expect(await job(jobID)).toMatchObject({ state: 'expired' });
  wait(3_600);
  await forgetCodes(app.deps, app.clock.now());
  expect(await stranger.refusal(verifications.get, { params: { job: jobID }, query: {} })).toMatchObject({ code: 404 });
});

describe('sending', () => {
  it('gets the same reply with or without an account; only the e-mail itself says which', async () => {
    const { identifier } = await person(app);
    const unknown = newEmail();
    for (const purpose of ['register', 'reset'] as const) {
      wait(60);
      const [known, other] = [await send(identifier, purpose), await send(unknown, purpose)];
      expect(Object.keys(known)).toEqual(Object.keys(other));
      expect(await job(known.jobID)).toEqual({ ...(await job(other.jobID)), id: known.jobID });
    }
    expect(await lastMessage(app, unknown)).toMatch('has no account');
    wait(60);
    await send(identifier, 'register');
    expect(await lastMessage(app, identifier)).toMatch('already has an account');
  });

  it.each([0x00_01, 0x00_7f, 0x00_85, 0x20_2e, 0xfe_ff])(
    'refuses an e-mail with an invisible character (%i)',
    async (code) => {
      const email = `a${String.fromCodePoint(code)}b@example.com`;
      expect(await stranger.refusal(verifications.sendMail, { params: { email }, query: {} })).toMatchObject({
        code: 400,
        metadata: { field: 'email' },
      });
    },
  );

  it('replies with the job alone if telephones can be verified', async () => {
    expect(Object.keys(await send(newEmail(), 'register'))).toEqual(['jobID']);
  });

  it.each(['\u0130', '\u03a3', '\u00c9', '\u212a'])(
    'refuses an e-mail whose lower case differs, or may differ, in the database (%s)',
    async (letter) => {
      const email = `a${letter}@example.com`;
      expect(await stranger.refusal(verifications.sendMail, { params: { email }, query: {} })).toMatchObject({
        code: 400,
        metadata: { field: 'email' },
      });
    },
  );

  it('is in the caller’s language', async () => {
    const email = newEmail();
    await stranger.call(verifications.sendMail, {
      params: { email },
      query: {},
      headers: { 'accept-language': 'zh-CN' },
    });
    expect(await lastMessage(app, email)).toMatch('您的验证码是');
  });

  it('is refused within 60 seconds, in any spelling of the e-mail, and says how long', async () => {
    const email = newEmail();
    await send(email);
    wait(20);
    const refusal = await stranger.refusal(verifications.sendMail, {
      params: { email: email.toUpperCase() },
      query: {},
    });
    expect(refusal).toMatchObject({ code: 429, metadata: { retryAfterSeconds: '40', codeSent: 'true' } });
    wait(40);
    await send(email);
  });

  it('goes through once of many at once', async () => {
    const email = newEmail();
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => send(email)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('to a telephone goes only to Chinese mobiles, with a code in one short text', async () => {
    wait(3_600);
    const { jobID } = await stranger.call(verifications.sendSms, { params: { number: '13912345678' } });
    const code = await lastCode(app, '13912345678', 'sms');
    expect(await job(jobID, code)).toMatchObject({ state: 'proved' });
    for (const number of ['12912345678', '1391234567', '139123456789', '+8613912345678'])
      expect(await stranger.refusal(verifications.sendSms, { params: { number } })).toMatchObject({
        code: 400,
        metadata: { field: 'number' },
      });
  });

  it('goes to one e-mail five times an hour, and from one network twenty times', async () => {
    wait(3_600);
    const email = newEmail();
    for (let times = 0; times < 5; times += 1) {
      await send(email);
      wait(60);
    }
    const refused = async (to: string) => {
      const { code, metadata } = await stranger.refusal(verifications.sendMail, { params: { email: to }, query: {} });
      expect([code, Object.keys(metadata)]).toEqual([429, ['retryAfterSeconds']]);
    };
    await refused(email);
    for (let times = 5; times < 20; times += 1) await send(newEmail());
    await refused(newEmail());
  });

  it('goes from one IPv6 /48, which one machine may have whole, two hundred times an hour', async () => {
    wait(3_600);
    const sendFrom = async (site: string, nth: number) => {
      const url = pathOf(verifications.sendSms, 'customer').replace('{number}', String(13_000_000_000 + nth));
      const remoteAddress = `${site}:${(nth % 65_536).toString(16)}::1`;
      return (await app.publicListener.inject({ method: 'PUT', url, remoteAddress })).statusCode;
    };
    const statuses = [];
    for (let nth = 0; nth < 201; nth += 1) statuses.push(await sendFrom('2001:db8:7', nth));
    expect(statuses).toEqual([...Array(200).fill(200), 429]);
    expect(await sendFrom('2001:db8:70', 201)).toBe(200);
    wait(3_600);
    expect(await sendFrom('2001:db8:7', 202)).toBe(200);
  });
});
