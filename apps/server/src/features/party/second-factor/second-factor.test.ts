import { accounts } from '@usance/api/account';
import { pathOf } from '@usance/api/call';
import { secondFactor } from '@usance/api/second-factor';
import { sessions } from '@usance/api/session';
import { settings } from '@usance/api/settings';
import { verifications } from '@usance/api/verification';
import { Secret, TOTP } from 'otpauth';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../../app.ts';
import { person } from '../../../testing/builders.ts';
import { anonymousCaller, internalCaller, signedInCaller } from '../../../testing/callers.ts';
import { startTestApp, type TestApp, testToken } from '../../../testing/test-app.ts';
import { SealingKey } from '../second-factor-record/sealing-key.ts';
import { warnOfOtherKeys } from '../second-factor-record/warn-of-other-keys.ts';
import { lastCode, lastMessage, otherThan } from '../verification/codes.fixture.ts';

const password = 'Correct-horse-7';
const step = 30;

let app: TestApp;
const opened: TestApp[] = [];
beforeEach(async () => {
  app = await startTestApp();
  opened.push(app);
});
afterAll(() => Promise.all(opened.map((each) => each.close())));

const wait = (seconds: number) => app.clock.moveTo(new Date(app.clock.now().getTime() + seconds * 1_000));

/** What the app on somebody's telephone shows, so many half minutes from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.clock.now().getTime() + steps * step * 1_000,
  });

/** Somebody who has turned it on, half a minute ago. */
async function enabled() {
  const someone = await person(app);
  const { secret } = await someone.call(secondFactor.begin, {});
  const { recoveryCodes } = await someone.call(secondFactor.confirm, { body: { code: codeOf(secret) } });
  wait(step);
  return { someone, identifier: someone.identifier, secret, recoveryCodes };
}

interface Tried {
  readonly password?: string;
  readonly code?: string;
  readonly refresh?: boolean;
  readonly cookies?: Record<string, string>;
}

async function attempt(identifier: string, { cookies = {}, ...said }: Tried) {
  const reply = await app.publicListener.inject({
    method: 'POST',
    url: pathOf(accounts.login, 'customer'),
    payload: { identifier, password, ...said },
    cookies,
  });
  return { status: reply.statusCode, body: reply.json(), cookies: reply.cookies };
}

const status = async (identifier: string, said: Tried) => (await attempt(identifier, said)).status;
const state = (caller: Pick<Awaited<ReturnType<typeof person>>, 'call'>) => caller.call(secondFactor.get, {});

describe('turning it on', () => {
  it('asks for a code of the secret that was begun, and is off until then', async () => {
    const someone = await person(app);
    expect(await state(someone)).toEqual({ isEnabled: false, recoveryCodesLeft: 0, gmtEnabled: null });
    const { secret, uri, gmtExpires } = await someone.call(secondFactor.begin, {});
    expect(uri).toContain(
      `otpauth://totp/Usance:${encodeURIComponent(someone.identifier)}?issuer=Usance&secret=${secret}`,
    );
    expect(gmtExpires).toBe('2026-10-15T13:00:00.000Z');
    expect(await status(someone.identifier, {})).toBe(200);
    const wrong = await someone.refusal(secondFactor.confirm, { body: { code: otherThan(codeOf(secret)) } });
    expect(wrong).toMatchObject({ code: 400, metadata: { field: 'code' } });
    expect((await state(someone)).isEnabled).toBe(false);
    const { recoveryCodes } = await someone.call(secondFactor.confirm, { body: { code: codeOf(secret) } });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await state(someone)).toEqual({
      isEnabled: true,
      recoveryCodesLeft: 10,
      gmtEnabled: '2026-10-15T12:00:00.000Z',
    });
    expect(await lastMessage(app, someone.identifier)).toContain('asks for a code');
  });

  it('takes no code of a secret that another has replaced, or that was begun an hour ago', async () => {
    const someone = await person(app);
    const first = await someone.call(secondFactor.begin, {});
    const second = await someone.call(secondFactor.begin, {});
    const old = await someone.refusal(secondFactor.confirm, { body: { code: codeOf(first.secret) } });
    expect(old).toMatchObject({ code: 400 });
    wait(3_601);
    const again = await signedInCaller(app, someone.identifier, password);
    const late = await again.refusal(secondFactor.confirm, { body: { code: codeOf(second.secret) } });
    expect(late).toMatchObject({ code: 409, reason: 'SECOND_FACTOR_CONFLICT' });
  });

  it('signs out whoever has proved the password alone, but not who turns it on', async () => {
    const someone = await person(app);
    const elsewhere = await signedInCaller(app, someone.identifier, password);
    const { secret } = await someone.call(secondFactor.begin, {});
    await someone.call(secondFactor.confirm, { body: { code: codeOf(secret) } });
    expect(await elsewhere.refusal(accounts.whoami, {})).toMatchObject({ reason: 'INVALID_SESSION' });
    expect((await someone.call(sessions.list, {})).items).toHaveLength(1);
  });

  it('happens once, however many ask at once, and is not begun again while it is on', async () => {
    const someone = await person(app);
    const { secret } = await someone.call(secondFactor.begin, {});
    const body = { code: codeOf(secret) };
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, () => someone.call(secondFactor.confirm, { body })),
    );
    expect(tries.filter(({ status: how }) => how === 'fulfilled')).toHaveLength(1);
    for (const call of [secondFactor.begin, secondFactor.confirm])
      expect(await someone.refusal(call, call === secondFactor.confirm ? { body } : {})).toMatchObject({
        code: 409,
        reason: 'SECOND_FACTOR_CONFLICT',
      });
    expect((await state(someone)).recoveryCodesLeft).toBe(10);
  });

  it('keeps neither the secret nor the recovery codes in clear', async () => {
    const { secret, recoveryCodes } = await enabled();
    const factor = await app.deps.db.selectFrom('second_factor').selectAll().executeTakeFirstOrThrow();
    const kept = JSON.stringify([factor, await app.deps.db.selectFrom('recovery_code').selectAll().execute()]);
    const bytes = Buffer.from(Secret.fromBase32(secret).bytes);
    for (const clear of [secret, bytes.toString('base64url'), bytes.toString('hex'), ...recoveryCodes])
      expect(kept).not.toContain(clear);
    for (const code of recoveryCodes) expect(kept).not.toContain(code.replaceAll('-', ''));
  });
});

describe('signing in', () => {
  it('asks for the code, and tells so only to who has the right password', async () => {
    const { identifier, secret } = await enabled();
    const { status: without, body, cookies } = await attempt(identifier, {});
    expect([without, body.reason, cookies]).toEqual([401, 'SECOND_FACTOR_REQUIRED', []]);
    const told = async (who: string, said: Tried) => ({ ...(await attempt(who, said)).body, requestId: '' });
    const nobody = await told('nobody@example.com', { password: 'wrong' });
    expect(nobody.reason).toBe('INVALID_CREDENTIALS');
    expect(await told(identifier, { password: 'wrong' })).toEqual(nobody);
    expect(await told(identifier, { password: 'wrong', code: codeOf(secret) })).toEqual(nobody);
    expect(await status(identifier, { code: codeOf(secret) })).toBe(200);
  });

  it('takes each code once, one after the other or all at once', async () => {
    const { identifier, secret } = await enabled();
    const code = codeOf(secret);
    const many = await Promise.all(Array.from({ length: 4 }, () => status(identifier, { code })));
    expect(many.sort()).toEqual([200, 400, 400, 400]);
    expect((await attempt(identifier, { code })).body).toMatchObject({ code: 400, metadata: { field: 'code' } });
    wait(step);
    expect(await status(identifier, { code: codeOf(secret) })).toBe(200);
  });

  it('does not take again the code that turned it on', async () => {
    const someone = await person(app);
    const { secret } = await someone.call(secondFactor.begin, {});
    const code = codeOf(secret);
    await someone.call(secondFactor.confirm, { body: { code } });
    expect(await status(someone.identifier, { code })).toBe(400);
  });

  it('takes a code of a clock that is half a minute off, and none further or before the last', async () => {
    const { identifier, secret } = await enabled();
    wait(10 * step);
    expect(await status(identifier, { code: codeOf(secret, -2) })).toBe(400);
    expect(await status(identifier, { code: codeOf(secret, 2) })).toBe(400);
    expect(await status(identifier, { code: codeOf(secret, -1) })).toBe(200);
    expect(await status(identifier, { code: codeOf(secret, 1) })).toBe(200);
    expect(await status(identifier, { code: codeOf(secret) })).toBe(400);
  });

  it('takes codes again after a clock that ran ahead', async () => {
    const { identifier, secret } = await enabled();
    await app.deps.db.updateTable('second_factor').set({ last_step: 2_000_000_000 }).execute();
    expect(await status(identifier, { code: codeOf(secret) })).toBe(200);
    expect(await status(identifier, { code: codeOf(secret) })).toBe(400);
  });

  it('takes a recovery code once in place of a code, however it is typed', async () => {
    const { identifier, recoveryCodes, someone } = await enabled();
    const [first = '', second = ''] = recoveryCodes;
    const many = await Promise.all(Array.from({ length: 4 }, () => status(identifier, { code: first })));
    expect(many.sort()).toEqual([200, 400, 400, 400]);
    expect(await status(identifier, { code: second.replaceAll('-', '').toUpperCase() })).toBe(200);
    expect((await state(someone)).recoveryCodesLeft).toBe(8);
  });

  it('tells the owner by mail that a recovery code was used, and of no other code', async () => {
    const { identifier, secret, recoveryCodes } = await enabled();
    expect(await status(identifier, { code: codeOf(secret) })).toBe(200);
    expect(await status(identifier, { code: otherThan(codeOf(secret)) })).toBe(400);
    expect(await lastMessage(app, identifier)).not.toContain('recovery code was used');
    // One in vain is not used up, and nothing is told of it.
    expect(await status(identifier, { code: recoveryCodes[0] ?? '', refresh: true })).toBe(401);
    expect(await lastMessage(app, identifier)).not.toContain('recovery code was used');
    expect(await status(identifier, { code: recoveryCodes[0] ?? '' })).toBe(200);
    expect(await lastMessage(app, identifier)).toContain('A recovery code was used in place of a code');
  });

  it('takes nobody else’s code', async () => {
    const one = await enabled();
    const other = await enabled();
    expect(await status(one.identifier, { code: codeOf(other.secret) })).toBe(400);
    expect(await status(one.identifier, { code: other.recoveryCodes[0] ?? '' })).toBe(400);
  });

  it('counts wrong codes with wrong passwords, and the right password alone forgets none', async () => {
    const { identifier, secret } = await enabled();
    const wrong = otherThan(codeOf(secret));
    for (const said of [{ code: wrong }, { password: 'wrong' }, { code: wrong }, { password: 'wrong' }]) {
      expect([400, 401]).toContain(await status(identifier, said));
      expect((await attempt(identifier, {})).body.reason).toBe('SECOND_FACTOR_REQUIRED');
    }
    expect(await status(identifier, { code: wrong })).toBe(400);
    expect(await status(identifier, { code: codeOf(secret) })).toBe(429);
    wait(60);
    expect(await status(identifier, { code: codeOf(secret) })).toBe(200);
  });

  it('takes no code of the app after a hundred wrong ones in a row, until a recovery code is named', async () => {
    const { identifier, secret, recoveryCodes } = await enabled();
    await app.deps.db.updateTable('second_factor').set({ wrong_codes: 99 }).execute();
    expect(await status(identifier, { code: otherThan(codeOf(secret)) })).toBe(400);
    expect(await status(identifier, { code: codeOf(secret) })).toBe(400);
    expect(await status(identifier, { code: recoveryCodes[0] ?? '' })).toBe(200);
    expect(await status(identifier, { code: codeOf(secret) })).toBe(200);
  });

  it('does not look at a code where there is no second factor, and refuses one that is none', async () => {
    const { identifier } = await person(app);
    expect(await status(identifier, { code: '123456' })).toBe(200);
    for (const code of ['', '12345', '1234567', 'abcd-efgh', 'x'.repeat(10_000)])
      expect((await attempt(identifier, { code })).body).toMatchObject({ code: 400, metadata: { field: 'code' } });
  });

  it('asks for the code to prove the password again too, and a code in vain is not used up', async () => {
    const { identifier, secret } = await enabled();
    const { cookies } = await attempt(identifier, { code: codeOf(secret) });
    const held = Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
    wait(step);
    expect((await attempt(identifier, { refresh: true, cookies: held })).body.reason).toBe('SECOND_FACTOR_REQUIRED');
    expect(await status(identifier, { refresh: true, code: codeOf(secret) })).toBe(401);
    expect(await status(identifier, { refresh: true, code: codeOf(secret), cookies: held })).toBe(200);
  });
});

describe('whoever has not proved the password within ten minutes', () => {
  it('changes nothing', async () => {
    const { someone, identifier, secret } = await enabled();
    wait(9 * 60);
    await someone.call(secondFactor.renewRecoveryCodes, {});
    wait(60);
    const calls = [secondFactor.begin, secondFactor.renewRecoveryCodes, secondFactor.turnOff];
    for (const call of calls)
      expect(await someone.refusal(call, {})).toMatchObject({ code: 403, reason: 'PASSWORD_PROOF_REQUIRED' });
    expect(await someone.refusal(secondFactor.confirm, { body: { code: codeOf(secret) } })).toMatchObject({
      reason: 'PASSWORD_PROOF_REQUIRED',
    });
    expect((await attempt(identifier, {})).body.reason).toBe('SECOND_FACTOR_REQUIRED');
    expect((await state(someone)).isEnabled).toBe(true);
  });
});

describe('recovery codes', () => {
  it('are void once others were made', async () => {
    const { someone, identifier, recoveryCodes } = await enabled();
    const renewed = await someone.call(secondFactor.renewRecoveryCodes, {});
    expect(await status(identifier, { code: recoveryCodes[0] ?? '' })).toBe(400);
    expect(await status(identifier, { code: renewed.recoveryCodes[0] ?? '' })).toBe(200);
  });

  it('are made for nobody who has it off', async () => {
    const someone = await person(app);
    await someone.call(secondFactor.begin, {});
    expect(await someone.refusal(secondFactor.renewRecoveryCodes, {})).toMatchObject({
      reason: 'SECOND_FACTOR_CONFLICT',
    });
  });
});

describe('turning it off', () => {
  it('lets the password in alone again, tells the owner, and can be asked twice', async () => {
    const { someone, identifier } = await enabled();
    await someone.call(secondFactor.turnOff, {});
    await someone.call(secondFactor.turnOff, {});
    expect(await status(identifier, {})).toBe(200);
    expect(await state(someone)).toEqual({ isEnabled: false, recoveryCodesLeft: 0, gmtEnabled: null });
    expect(await lastMessage(app, identifier)).toContain('was turned off');
  });

  it('is not done by a new password', async () => {
    const { identifier } = await enabled();
    const stranger = anonymousCaller(app);
    const sent = { params: { email: identifier }, query: {} };
    const { jobID } = await stranger.call(verifications.sendMail, sent);
    const token = await lastCode(app, identifier);
    const other = 'Another-horse-8';
    await stranger.call(settings.setPassword, {
      body: { email: identifier, password: other, authJobID: jobID, token },
    });
    expect((await attempt(identifier, { password: other })).body.reason).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('is done by our own people with a reason, which the audit keeps', async () => {
    const { identifier } = await enabled();
    const body = { identifier: identifier.toUpperCase(), reason: 'Lost telephone, seen on video with passport' };
    const operator = internalCaller(app);
    await operator.call(secondFactor.takeOff, { body });
    expect(await status(identifier, {})).toBe(200);
    expect(await lastMessage(app, identifier)).toContain('taken the second factor off');
    const audited = await app.deps.db
      .selectFrom('audit')
      .select('body')
      .where('call', '=', 'second-factor.take-off')
      .execute();
    expect(audited.map((row) => row.body).join()).toContain(body.reason);
    expect(await operator.refusal(secondFactor.takeOff, { body })).toMatchObject({ reason: 'SECOND_FACTOR_CONFLICT' });
    const nobody = { identifier: 'nobody@example.com', reason: 'Asked' };
    expect(await operator.refusal(secondFactor.takeOff, { body: nobody })).toMatchObject({
      reason: 'ACCOUNT_NOT_FOUND',
    });
    expect(await operator.refusal(secondFactor.takeOff, { body: { identifier } })).toMatchObject({ code: 400 });
  });
});

describe('a server with another key', () => {
  it('says so at its start, and takes recovery codes but none of the app', async () => {
    const { identifier, secret, recoveryCodes } = await enabled();
    const sealingKey = new SealingKey('another secret');
    const warned: unknown[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => warned.push(JSON.parse(line)) });
    await warnOfOtherKeys({ ...app.deps, log }, sealingKey);
    expect(warned).toMatchObject([{ accounts: 1 }]);
    const other = await buildApp(app.deps, { version: 'test', internalToken: testToken, sealingKey });
    const login = async (code: string) => {
      const payload = { identifier, password, code };
      const url = pathOf(accounts.login, 'customer');
      return (await other.publicListener.inject({ method: 'POST', url, payload })).statusCode;
    };
    expect(await login(codeOf(secret))).toBe(400);
    expect(await login(recoveryCodes[0] ?? '')).toBe(200);
    await Promise.all([other.publicListener.close(), other.internalListener.close()]);
  });
});
