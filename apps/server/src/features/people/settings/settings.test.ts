import { pathOf } from '@usance/api/call';
import { accounts } from '@usance/api/people/account';
import { sessions } from '@usance/api/people/session';
import { settings } from '@usance/api/people/settings';
import { verifications } from '@usance/api/people/verification';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person, rightPassword } from '#testing/builders.ts';
import { anonymousCaller, type Caller, signedInCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { lastCode, lastMessage, otherThan } from '../verification/codes.fixture.ts';

const password = 'Kept-by-nobody-1';

let app: TestApp;
let stranger: Caller;
beforeAll(async () => {
  app = await startTestApp();
  stranger = anonymousCaller(app);
});
afterAll(() => app.close());
// Each test has the full hourly allowance of its network.
beforeEach(() => app.clock.pass({ hours: 1 }));

/** A code for a new password, read from the mail. */
async function codeFor(email: string, by = stranger, purpose: 'register' | 'reset' = 'reset') {
  const { jobID } = await by.call(verifications.sendMail, { params: { email }, query: { purpose } });
  return { email, authJobID: jobID, token: await lastCode(app, email), password };
}

describe('a profile', () => {
  it('is stored and returned; omitted fields stay, and empty ones are removed', async () => {
    const ada = await person(app);
    await ada.call(settings.update, { body: { fullName: 'Ada Lovelace', company: 'Northwind' } });
    await ada.call(settings.update, { body: { company: '', themeType: 'dark' } });
    const told = await ada.call(settings.get, {});
    expect(told.traits).toEqual({ fullName: 'Ada Lovelace', themeType: 'dark' });
    expect((await ada.call(accounts.whoami, {})).traits).toEqual(told.traits);
  });

  it('cannot set a right, the e-mail or a proved telephone', async () => {
    const ada = await person(app);
    for (const [name, value] of Object.entries({ identifier: 'x@example.com', phone: '13912345678', role: 'admin' }))
      expect(await ada.refusal(settings.update, { body: { [name]: value } })).toMatchObject({
        code: 400,
        metadata: { field: name },
      });
    expect(await ada.refusal(settings.update, { body: { themeType: 'purple' as 'dark' } })).toMatchObject({
      code: 400,
      message: 'Must be one of default, dark.',
    });
  });

  it('has a telephone number that fits its country, even one set before', async () => {
    const ada = await person(app);
    await ada.call(settings.update, { body: { countryPhone: '65', phoneNumber: '91234567' } });
    expect(await ada.refusal(settings.update, { body: { phoneNumber: '13912345678' } })).toMatchObject({
      code: 400,
      message: 'Please enter a valid Singapore phone number (8 digits)',
      metadata: { field: 'phoneNumber' },
    });
    expect((await ada.call(settings.get, {})).traits.phoneNumber).toBe('91234567');
    const { traits } = await ada.call(settings.update, { body: { phoneNumber: '81234567' } });
    expect(traits).toMatchObject({ countryPhone: '65', phoneNumber: '81234567' });
  });

  it('has a Chinese telephone number if its country is removed or was never set', async () => {
    const [ada, grace] = [await person(app), await person(app)];
    await ada.call(settings.update, { body: { countryPhone: '65', phoneNumber: '91234567' } });
    const { traits } = await ada.call(settings.update, { body: { countryPhone: '', phoneNumber: '13912345678' } });
    expect(traits).toMatchObject({ phoneNumber: '13912345678' });
    expect(traits).not.toHaveProperty('countryPhone');
    expect(await grace.refusal(settings.update, { body: { phoneNumber: '91234567' } })).toMatchObject({
      message: 'Please enter a valid China phone number (11 digits)',
      metadata: { field: 'phoneNumber' },
    });
  });
});

describe('a telephone', () => {
  it('is set once by the code that was sent to it', async () => {
    const ada = await person(app);
    const number = '13912345678';
    const { jobID } = await ada.call(verifications.sendSms, { params: { number } });
    const body = { number, authJobID: jobID, token: await lastCode(app, number, 'sms') };
    const wrong = { ...body, token: otherThan(body.token) };
    expect(await ada.refusal(settings.setPhone, { body: wrong })).toMatchObject({
      code: 400,
      metadata: { field: 'token' },
    });
    expect(await ada.refusal(settings.setPhone, { body: { ...body, number: '13912345679' } })).toMatchObject({
      code: 400,
    });
    expect((await ada.call(settings.setPhone, { body })).traits.phone).toBe(number);
    expect(await ada.refusal(settings.setPhone, { body })).toMatchObject({ code: 400 });
  });
});

describe('a new password', () => {
  it('is set with the code; the old one stops working, and all other sessions end', async () => {
    const ada = await person(app);
    const elsewhere = await signedInCaller(app, ada.identifier, rightPassword);
    await ada.call(settings.setPassword, { body: await codeFor(ada.identifier, ada) });
    expect(await elsewhere.refusal(accounts.whoami, {})).toMatchObject({ reason: 'INVALID_SESSION' });
    expect(await ada.call(accounts.whoami, {})).toMatchObject({ identifier: ada.identifier });
    const login = (said: string) => ({ body: { identifier: ada.identifier, password: said } });
    expect(await stranger.refusal(accounts.login, login(rightPassword))).toMatchObject({ code: 401 });
    await stranger.call(accounts.login, login(password));
    expect(await lastMessage(app, ada.identifier)).toMatch('was changed');
  });

  it('can be set without a session; it ends all sessions and lifts a lockout', async () => {
    const ada = await person(app);
    const wrong = { body: { identifier: ada.identifier, password: 'wrong' } };
    for (let guesses = 0; guesses < 5; guesses += 1) await stranger.refusal(accounts.login, wrong);
    expect(await stranger.refusal(accounts.login, wrong)).toMatchObject({ code: 429 });
    await stranger.call(settings.setPassword, { body: await codeFor(ada.identifier) });
    expect(await ada.refusal(sessions.list, {})).toMatchObject({ reason: 'INVALID_SESSION' });
    await stranger.call(accounts.login, { body: { identifier: ada.identifier, password } });
  });

  it('is refused with a wrong or used code, one to register, one of another e-mail, or for an e-mail without account', async () => {
    const [ada, grace] = [await person(app), await person(app)];
    const fresh = await codeFor('fresh@example.com', stranger, 'register');
    const own = await codeFor(ada.identifier);
    const refused = [
      fresh,
      { ...own, email: grace.identifier },
      { ...own, email: 'nobody@example.com' },
      { ...own, token: otherThan(own.token) },
    ];
    for (const body of refused)
      expect(await stranger.refusal(settings.setPassword, { body })).toMatchObject({
        code: 400,
        metadata: { field: 'token' },
      });
    await stranger.call(settings.setPassword, { body: own });
    expect(await stranger.refusal(settings.setPassword, { body: own })).toMatchObject({ code: 400 });
  });

  it('is set once by two concurrent calls with one code', async () => {
    const ada = await person(app);
    const body = await codeFor(ada.identifier);
    const tries = await Promise.allSettled(
      ['First-of-two-1', 'Second-of-two-2'].map((each) =>
        stranger.call(settings.setPassword, { body: { ...body, password: each } }),
      ),
    );
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('voids every other open reset code', async () => {
    const ada = await person(app);
    const before = await codeFor(ada.identifier);
    app.clock.moveTo(new Date(app.clock.now().getTime() + 60_000));
    const proved = await codeFor(ada.identifier);
    const { token } = await stranger.call(verifications.get, {
      params: { job: proved.authJobID },
      query: { code: proved.token },
    });
    app.clock.moveTo(new Date(app.clock.now().getTime() + 60_000));
    await stranger.call(settings.setPassword, { body: await codeFor(ada.identifier) });
    for (const body of [before, { ...proved, token }])
      expect(await stranger.refusal(settings.setPassword, { body })).toMatchObject({
        code: 400,
        metadata: { field: 'token' },
      });
  });

  it('is set once by concurrent calls with a code each', async () => {
    const ada = await person(app);
    const codes = [];
    for (let each = 0; each < 4; each += 1) {
      codes.push(await codeFor(ada.identifier));
      app.clock.moveTo(new Date(app.clock.now().getTime() + 60_000));
    }
    const tries = await Promise.allSettled(codes.map((body) => stranger.call(settings.setPassword, { body })));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('gives the session that stays a new cookie, so that a copied one stops working', async () => {
    const ada = await person(app);
    const url = pathOf(accounts.whoami, 'customer');
    const { cookie } = (await ada.raw({ url })).raw.req.headers;
    await ada.call(settings.setPassword, { body: await codeFor(ada.identifier, ada) });
    expect((await app.publicListener.inject({ url, headers: { cookie } })).statusCode).toBe(401);
    expect(await ada.call(accounts.whoami, {})).toMatchObject({ identifier: ada.identifier });
  });

  it('makes its device known, so that strangers cannot lock the owner out', async () => {
    const ada = await person(app);
    const payload = await codeFor(ada.identifier);
    const url = pathOf(settings.setPassword, 'customer');
    const { cookies } = await app.publicListener.inject({ method: 'POST', url, payload });
    const wrong = { body: { identifier: ada.identifier, password: 'wrong' } };
    for (let guesses = 0; guesses < 5; guesses += 1) await stranger.refusal(accounts.login, wrong);
    const right = { body: { identifier: ada.identifier, password } };
    expect(await stranger.refusal(accounts.login, right)).toMatchObject({ code: 429 });
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    await stranger.call(accounts.login, { ...right, headers: { cookie } });
  });

  it('cannot be a common one, and a refusal leaves the code usable', async () => {
    const ada = await person(app);
    const body = await codeFor(ada.identifier);
    for (const common of ['password', 'Password1', 'iloveyou', '12345678'])
      expect(await stranger.refusal(settings.setPassword, { body: { ...body, password: common } })).toMatchObject({
        code: 400,
        metadata: { field: 'password' },
      });
    await stranger.call(settings.setPassword, { body });
  });
});
