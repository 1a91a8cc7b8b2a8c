import { pathOf } from '@usance/api/call';
import { accounts } from '@usance/api/people/account';
import { registrations } from '@usance/api/people/registration';
import { verifications } from '@usance/api/people/verification';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person } from '#testing/builders.ts';
import { anonymousCaller, type Caller, signedInCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { lastCode, otherThan } from '../verification/codes.fixture.ts';

let app: TestApp;
let stranger: Caller;
beforeAll(async () => {
  app = await startTestApp();
  stranger = anonymousCaller(app);
});
afterAll(() => app.close());
// Each test has the full hourly allowance of its network.
beforeEach(() => app.clock.pass({ hours: 1 }));

const password = 'Kept-by-nobody-1';
let count = 0;

function newAddress(): string {
  count += 1;
  return `fresh${count}@example.com`;
}

/** An e-mail address with the code that was sent to it. */
async function coded(purpose: 'register' | 'reset' = 'register', address = newAddress()) {
  const { jobID } = await stranger.call(verifications.sendMail, { params: { email: address }, query: { purpose } });
  return { address, authJobID: jobID, token: await lastCode(app, address.toLowerCase()) };
}

const registering = (email: object, more: object = {}) => ({ body: { email, traits: {}, password, ...more } });
const refused = (email: object, more?: object) => stranger.refusal(registrations.register, registering(email, more));

describe('a person who proves an e-mail', () => {
  it('gets an account with their details, is signed in, and can sign in again', async () => {
    const email = await coded();
    const reply = await app.publicListener.inject({
      method: 'POST',
      url: pathOf(registrations.register, 'customer'),
      payload: registering(email, { traits: { firstName: 'Ada', company: 'Northwind' } }).body,
    });
    expect(reply.json()).toMatchObject({
      identifier: email.address,
      traits: { firstName: 'Ada', company: 'Northwind' },
    });
    const session = reply.cookies.find(({ name }) => name === '__Host-sid');
    expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
    const again = await signedInCaller(app, email.address.toUpperCase(), password);
    expect(await again.call(accounts.whoami, {})).toMatchObject({ identifier: email.address });
  });

  it('may send the job’s token in place of the code', async () => {
    const email = await coded();
    const { token } = await stranger.call(verifications.get, {
      params: { job: email.authJobID },
      query: { code: email.token },
    });
    expect(await stranger.call(registrations.register, registering({ ...email, token }) as never)).toMatchObject({
      identifier: email.address,
    });
  });

  it('gets one account, however often one code is used at once', async () => {
    const email = await coded();
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, () => stranger.call(registrations.register, registering(email) as never)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refused(email)).toMatchObject({ code: 400, metadata: { field: 'email.token' } });
  });

  it('is told that they already have an account, if they had two codes', async () => {
    const first = await coded();
    app.clock.pass({ minutes: 1 });
    const second = await coded('register', first.address);
    await stranger.call(registrations.register, registering(first) as never);
    expect(await refused(second)).toMatchObject({ code: 409, reason: 'ACCOUNT_EXISTS' });
  });

  it('gets one account if they use two codes at once', async () => {
    const first = await coded();
    app.clock.moveTo(new Date(app.clock.now().getTime() + 60_000));
    const second = await coded('register', first.address.toUpperCase());
    const replies = await Promise.all(
      [first, second].map(({ address, authJobID, token }) =>
        stranger.raw({
          method: 'POST',
          url: pathOf(registrations.register, 'customer'),
          payload: registering({ address, authJobID, token }).body,
        }),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  it('may also prove a telephone', async () => {
    const email = await coded();
    const number = '13912345678';
    const { jobID } = await stranger.call(verifications.sendSms, { params: { number } });
    const phone = { number, authJobID: jobID, token: await lastCode(app, number, 'sms') };
    expect(await refused(email, { phone: { ...phone, token: otherThan(phone.token) } })).toMatchObject({
      code: 400,
      metadata: { field: 'phone.token' },
    });
    const made = await stranger.call(registrations.register, registering(email, { phone }) as never);
    expect(made.traits).toMatchObject({ phone: number });
  });
});

describe('a code opens no account', () => {
  it('when it is wrong, of another e-mail, for another purpose, of another job, or older than ten minutes', async () => {
    const wrong = await coded();
    const [mine, other] = [await coded(), await coded()];
    const reset = await coded('reset', (await person(app)).identifier);
    const all = [
      { ...wrong, token: otherThan(wrong.token) },
      { ...mine, address: other.address },
      { ...mine, authJobID: other.authJobID },
      { ...reset },
    ];
    for (const email of all)
      expect(await refused(email)).toMatchObject({ code: 400, metadata: { field: 'email.token' } });
    app.clock.pass({ minutes: 10 });
    expect(await refused(mine)).toMatchObject({ code: 400, metadata: { field: 'email.token' } });
  });

  it('after five wrong tries, though each was refused', async () => {
    const email = await coded();
    for (let tries = 0; tries < 5; tries += 1) await refused({ ...email, token: otherThan(email.token) });
    expect(await refused(email)).toMatchObject({ code: 400, metadata: { field: 'email.token' } });
  });

  it('with a password or a profile that is not valid, and can be used once that is put right', async () => {
    const email = await coded();
    const bad: [object, string][] = [
      [{ password: 'short-7' }, 'password'],
      [{ password: 'x'.repeat(33) }, 'password'],
      [{ password: 'with@sign-1' }, 'password'],
      [{ password: { $ne: 1 } }, 'password'],
      [{ traits: { role: 'admin' } }, 'traits.role'],
      [{ traits: { phoneNumber: '123', countryPhone: '65' } }, 'traits.phoneNumber'],
      [{ traits: { phoneNumber: '123', countryPhone: '999' } }, 'traits.phoneNumber'],
      // Names that every JavaScript object has must not pass for a country.
      [{ traits: { phoneNumber: '123', countryPhone: 'constructor' } }, 'traits.phoneNumber'],
      [{ traits: { phoneNumber: '123', countryPhone: '+__proto__' } }, 'traits.phoneNumber'],
    ];
    for (const [more, field] of bad)
      expect(await refused(email, more)).toMatchObject({ code: 400, metadata: { field } });
    await stranger.call(registrations.register, registering(email) as never);
  });
});
