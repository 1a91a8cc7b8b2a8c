import { pathOf } from '@usance/api/call';
import { accounts } from '@usance/api/people/account';
import { verifications } from '@usance/api/people/verification';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, rightPassword } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { lastCode, otherThan } from './codes.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Purpose = 'register' | 'reset' | undefined;
const ask = async (email: string, remoteAddress: string, purpose: Purpose = 'reset', cookies = {}) => {
  const url = `${pathOf(verifications.sendMail, 'customer').replace('{email}', email)}${purpose ? `?purpose=${purpose}` : ''}`;
  return app.publicListener.inject({ method: 'PUT', url, remoteAddress, cookies });
};
const minutes = (count: number) => app.clock.pass({ minutes: count });

/** Has a stranger ask each minute for half an hour, for every purpose, from one address. */
async function spend(email: string): Promise<void> {
  for (let minute = 0; minute < 30; minute += 1) {
    for (const purpose of ['reset', 'register', undefined] as const) await ask(email, '203.0.113.9', purpose);
    minutes(1);
  }
}

/** The device cookie that a browser keeps after signing out. */
async function deviceOf(identifier: string): Promise<Record<string, string>> {
  const url = pathOf(accounts.login, 'customer');
  const payload = { identifier, password: rightPassword };
  const reply = await app.publicListener.inject({ method: 'POST', url, payload });
  const device = reply.cookies.find(({ name }) => name === '__Host-device');
  return { '__Host-device': device?.value ?? '' };
}

describe('a stranger who asks for codes to another person’s e-mail', () => {
  it('does not stop the owner getting a code in their own session', async () => {
    const owner = await person(app);
    await spend(owner.identifier);
    await owner.call(verifications.sendMail, { params: { email: owner.identifier }, query: { purpose: 'reset' } });
  });

  it('does not stop the owner getting one on a known device', async () => {
    const { identifier } = await person(app);
    const device = await deviceOf(identifier);
    await spend(identifier);
    expect((await ask(identifier, '203.0.113.9', 'reset', device)).statusCode).toBe(200);
    expect((await ask(identifier, '203.0.113.9', 'reset', { '__Host-device': 'x'.repeat(43) })).statusCode).toBe(429);
  });

  it('makes the owner wait at most five minutes in an unknown browser at another address', async () => {
    const { identifier } = await person(app);
    await spend(identifier);
    await ask(identifier, '203.0.113.10');
    const refused = await ask(identifier, '198.51.100.7');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.json().metadata.retryAfterSeconds)).toBeLessThanOrEqual(300);
    minutes(5);
    expect((await ask(identifier, '198.51.100.7')).statusCode).toBe(200);
  });

  it('cannot end the owner’s code by guessing at their own', async () => {
    const owner = await person(app);
    const { jobID } = (await ask(owner.identifier, '203.0.113.11')).json();
    const mine = await owner.call(verifications.sendMail, {
      params: { email: owner.identifier },
      query: { purpose: 'reset' },
    });
    const code = await lastCode(app, owner.identifier);
    const guess = { params: { job: jobID }, query: { code: otherThan(code) } };
    for (let tries = 0; tries < 5; tries += 1) await owner.call(verifications.get, guess);
    expect(await owner.call(verifications.get, { params: { job: mine.jobID }, query: { code } })).toMatchObject({
      state: 'proved',
    });
  });

  it('is slowed down at one target, from any number of addresses', async () => {
    const { identifier } = await person(app);
    const statuses: number[] = [];
    for (let nth = 0; nth < 20; nth += 1) statuses.push((await ask(identifier, `192.0.2.${nth}`)).statusCode);
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(15).fill(429)]);
    minutes(5);
    expect([
      (await ask(identifier, '192.0.2.99')).statusCode,
      (await ask(identifier, '192.0.2.98')).statusCode,
    ]).toEqual([200, 429]);
  });
});

it('an owner may ask for a code once a minute and five times an hour', async () => {
  const owner = await person(app);
  const own = { params: { email: owner.identifier }, query: {} };
  await owner.call(verifications.sendMail, own);
  expect(await owner.refusal(verifications.sendMail, own)).toMatchObject({ code: 429, metadata: { codeSent: 'true' } });
  for (let times = 1; times < 5; times += 1) {
    minutes(1);
    await owner.call(verifications.sendMail, own);
  }
  const refused = await owner.refusal(verifications.sendMail, own);
  expect([refused.code, Object.keys(refused.metadata)]).toEqual([429, ['retryAfterSeconds']]);
});

it('a session that asks for codes to another e-mail counts as a stranger', async () => {
  const [ada, { identifier }] = [await person(app), await person(app)];
  const other = { params: { email: identifier }, query: {} };
  await ada.call(verifications.sendMail, other);
  expect(await ada.refusal(verifications.sendMail, other)).toMatchObject({ code: 429 });
  expect(
    await app.deps.db.selectFrom('auth_job').select('counted_as').where('target', '=', identifier).execute(),
  ).toEqual([{ counted_as: 'stranger any' }]);
});
