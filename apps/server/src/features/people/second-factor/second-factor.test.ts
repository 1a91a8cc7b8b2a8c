import { pathOf } from '@usance/api/call';
import { accounts } from '@usance/api/people/account';
import { secondFactor } from '@usance/api/people/second-factor';
import { sessions } from '@usance/api/people/session';
import { settings } from '@usance/api/people/settings';
import { verifications } from '@usance/api/people/verification';
import { Secret } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { SealingKey } from '#platform/sealing/sealing-key.ts';
import { person, rightPassword } from '#testing/builders.ts';
import { anonymousCaller, type Caller, internalCaller, signedInCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp, testToken } from '#testing/test-app.ts';
import { buildApp } from '../../../app.ts';
import { lastCode, lastMessage, otherThan } from '../verification/codes.fixture.ts';
import { attempted, codeOf, withSecondFactor } from './second-factor.fixture.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
  return () => app.close();
});

const wait = (seconds: number) => app.clock.pass({ seconds });

type Said = Parameters<typeof attempted>[2];

const attempt = (identifier: string, said?: Said) => attempted(app, identifier, said);
const status = async (identifier: string, said?: Said) => (await attempt(identifier, said)).status;
const state = (caller: Pick<Caller, 'call'>) => caller.call(secondFactor.get, {});

describe('turning it on', () => {
  it('needs a code of the pending secret, and is off until then', async () => {
    const someone = await person(app);
    expect(await state(someone)).toEqual({ isEnabled: false, recoveryCodesLeft: 0, gmtEnabled: null });
    const { secret, uri, gmtExpires } = await someone.call(secondFactor.begin, {});
    expect(uri).toContain(
      `otpauth://totp/Usance:${encodeURIComponent(someone.identifier)}?issuer=Usance&secret=${secret}`,
    );
    expect(gmtExpires).toBe('2026-10-15T13:00:00.000Z');
    expect(await status(someone.identifier)).toBe(200);
    const wrong = await someone.refusal(secondFactor.confirm, { body: { code: otherThan(codeOf(app, secret)) } });
    expect(wrong).toMatchObject({ code: 400, metadata: { field: 'code' } });
    expect((await state(someone)).isEnabled).toBe(false);
    const { recoveryCodes } = await someone.call(secondFactor.confirm, { body: { code: codeOf(app, secret) } });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await state(someone)).toEqual({
      isEnabled: true,
      recoveryCodesLeft: 10,
      gmtEnabled: '2026-10-15T12:00:00.000Z',
    });
    expect(await lastMessage(app, someone.identifier)).toContain('asks for a code');
  });

  it('refuses the code of a replaced secret, or of one begun an hour ago', async () => {
    const someone = await person(app);
    const first = await someone.call(secondFactor.begin, {});
    const second = await someone.call(secondFactor.begin, {});
    const old = await someone.refusal(secondFactor.confirm, { body: { code: codeOf(app, first.secret) } });
    expect(old).toMatchObject({ code: 400 });
    wait(3_601);
    const again = await signedInCaller(app, someone.identifier, rightPassword);
    const late = await again.refusal(secondFactor.confirm, { body: { code: codeOf(app, second.secret) } });
    expect(late).toMatchObject({ code: 409, reason: 'SECOND_FACTOR_CONFLICT' });
  });

  it('ends all other sessions, but not the calling one', async () => {
    const someone = await person(app);
    const elsewhere = await signedInCaller(app, someone.identifier, rightPassword);
    const { secret } = await someone.call(secondFactor.begin, {});
    await someone.call(secondFactor.confirm, { body: { code: codeOf(app, secret) } });
    expect(await elsewhere.refusal(accounts.whoami, {})).toMatchObject({ reason: 'INVALID_SESSION' });
    expect((await someone.call(sessions.list, {})).items).toHaveLength(1);
  });

  it('happens once, however often it is asked at once, and cannot begin again while it is on', async () => {
    const someone = await person(app);
    const { secret } = await someone.call(secondFactor.begin, {});
    const body = { code: codeOf(app, secret) };
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

  it('stores neither the secret nor the recovery codes in clear', async () => {
    const { secret, recoveryCodes } = await withSecondFactor(app);
    const factor = await app.deps.db.selectFrom('second_factor').selectAll().executeTakeFirstOrThrow();
    const kept = JSON.stringify([factor, await app.deps.db.selectFrom('recovery_code').selectAll().execute()]);
    const bytes = Buffer.from(Secret.fromBase32(secret).bytes);
    for (const clear of [secret, bytes.toString('base64url'), bytes.toString('hex'), ...recoveryCodes])
      expect(kept).not.toContain(clear);
    for (const code of recoveryCodes) expect(kept).not.toContain(code.replaceAll('-', ''));
  });
});

describe('a session without a proof of the last ten minutes', () => {
  it('changes nothing', async () => {
    const { someone, identifier, secret } = await withSecondFactor(app);
    wait(9 * 60);
    await someone.call(secondFactor.renewRecoveryCodes, {});
    wait(60);
    const calls = [secondFactor.begin, secondFactor.renewRecoveryCodes, secondFactor.turnOff];
    for (const call of calls)
      expect(await someone.refusal(call, {})).toMatchObject({ code: 403, reason: 'PASSWORD_PROOF_REQUIRED' });
    expect(await someone.refusal(secondFactor.confirm, { body: { code: codeOf(app, secret) } })).toMatchObject({
      reason: 'PASSWORD_PROOF_REQUIRED',
    });
    expect((await attempt(identifier)).body.reason).toBe('SECOND_FACTOR_REQUIRED');
    expect((await state(someone)).isEnabled).toBe(true);
  });
});

describe('recovery codes', () => {
  it('stop working once new ones are made', async () => {
    const { someone, identifier, recoveryCodes } = await withSecondFactor(app);
    const renewed = await someone.call(secondFactor.renewRecoveryCodes, {});
    expect(await status(identifier, { code: recoveryCodes[0] ?? '' })).toBe(400);
    expect(await status(identifier, { code: renewed.recoveryCodes[0] ?? '' })).toBe(200);
  });

  it('are refused while the second factor is off', async () => {
    const someone = await person(app);
    await someone.call(secondFactor.begin, {});
    expect(await someone.refusal(secondFactor.renewRecoveryCodes, {})).toMatchObject({
      reason: 'SECOND_FACTOR_CONFLICT',
    });
  });
});

describe('turning it off', () => {
  it('lets the password alone sign in again, mails the owner, and can be repeated', async () => {
    const { someone, identifier } = await withSecondFactor(app);
    await someone.call(secondFactor.turnOff, {});
    await someone.call(secondFactor.turnOff, {});
    expect(await status(identifier)).toBe(200);
    expect(await state(someone)).toEqual({ isEnabled: false, recoveryCodesLeft: 0, gmtEnabled: null });
    expect(await lastMessage(app, identifier)).toContain('was turned off');
  });

  it('is not done by a new password', async () => {
    const { identifier } = await withSecondFactor(app);
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

  it('can be done by an operator with a reason, which the audit keeps', async () => {
    const { identifier } = await withSecondFactor(app);
    const body = { identifier: identifier.toUpperCase(), reason: 'Lost telephone, seen on video with passport' };
    const operator = internalCaller(app);
    await operator.call(secondFactor.takeOff, { body });
    expect(await status(identifier)).toBe(200);
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
  it('takes recovery codes but no app codes', async () => {
    const { identifier, secret, recoveryCodes } = await withSecondFactor(app);
    const sealingKey = new SealingKey('another secret');
    const other = await buildApp({ ...app.deps, sealingKey }, { internalToken: testToken });
    const login = async (code: string) => {
      const payload = { identifier, password: rightPassword, code };
      const url = pathOf(accounts.login, 'customer');
      return (await other.publicListener.inject({ method: 'POST', url, payload })).statusCode;
    };
    expect(await login(codeOf(app, secret))).toBe(400);
    expect(await login(recoveryCodes[0] ?? '')).toBe(200);
    await Promise.all([other.publicListener.close(), other.internalListener.close()]);
  });
});
