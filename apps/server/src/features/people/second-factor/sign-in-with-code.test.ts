import { secondFactor } from '@usance/api/people/second-factor';
import { beforeEach, describe, expect, it } from 'vitest';
import { person } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { lastMessage, otherThan } from '../verification/codes.fixture.ts';
import { attempted, codeOf, codeSeconds, withSecondFactor } from './second-factor.fixture.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
  return () => app.close();
});

const wait = (seconds: number) => app.clock.pass({ seconds });

type Said = Parameters<typeof attempted>[2];

const attempt = (identifier: string, said?: Said) => attempted(app, identifier, said);
const status = async (identifier: string, said?: Said) => (await attempt(identifier, said)).status;

describe('signing in with a second factor', () => {
  it('asks for the code, but only after the right password', async () => {
    const { identifier, secret } = await withSecondFactor(app);
    const { status: without, body, cookies } = await attempt(identifier);
    expect([without, body.reason, cookies]).toEqual([401, 'SECOND_FACTOR_REQUIRED', []]);
    const told = async (who: string, said: Said) => ({ ...(await attempt(who, said)).body, requestId: '' });
    const nobody = await told('nobody@example.com', { password: 'wrong' });
    expect(nobody.reason).toBe('INVALID_CREDENTIALS');
    expect(await told(identifier, { password: 'wrong' })).toEqual(nobody);
    expect(await told(identifier, { password: 'wrong', code: codeOf(app, secret) })).toEqual(nobody);
    expect(await status(identifier, { code: codeOf(app, secret) })).toBe(200);
  });

  it('takes each code once, one by one or all at once', async () => {
    const { identifier, secret } = await withSecondFactor(app);
    const code = codeOf(app, secret);
    const many = await Promise.all(Array.from({ length: 4 }, () => status(identifier, { code })));
    expect(many.sort()).toEqual([200, 400, 400, 400]);
    expect((await attempt(identifier, { code })).body).toMatchObject({ code: 400, metadata: { field: 'code' } });
    wait(codeSeconds);
    expect(await status(identifier, { code: codeOf(app, secret) })).toBe(200);
  });

  it('refuses the code that turned it on', async () => {
    const someone = await person(app);
    const { secret } = await someone.call(secondFactor.begin, {});
    const code = codeOf(app, secret);
    await someone.call(secondFactor.confirm, { body: { code } });
    expect(await status(someone.identifier, { code })).toBe(400);
  });

  it('takes a code from a clock half a minute off, but none further off or older than the last', async () => {
    const { identifier, secret } = await withSecondFactor(app);
    wait(10 * codeSeconds);
    expect(await status(identifier, { code: codeOf(app, secret, -2) })).toBe(400);
    expect(await status(identifier, { code: codeOf(app, secret, 2) })).toBe(400);
    expect(await status(identifier, { code: codeOf(app, secret, -1) })).toBe(200);
    expect(await status(identifier, { code: codeOf(app, secret, 1) })).toBe(200);
    expect(await status(identifier, { code: codeOf(app, secret) })).toBe(400);
  });

  it('takes codes again after a clock that ran ahead', async () => {
    const { identifier, secret } = await withSecondFactor(app);
    await app.deps.db.updateTable('second_factor').set({ last_step: 2_000_000_000 }).execute();
    expect(await status(identifier, { code: codeOf(app, secret) })).toBe(200);
    expect(await status(identifier, { code: codeOf(app, secret) })).toBe(400);
  });

  it('takes a recovery code once, in any spelling', async () => {
    const { identifier, recoveryCodes, someone } = await withSecondFactor(app);
    const [first = '', second = ''] = recoveryCodes;
    const many = await Promise.all(Array.from({ length: 4 }, () => status(identifier, { code: first })));
    expect(many.sort()).toEqual([200, 400, 400, 400]);
    expect(await status(identifier, { code: second.replaceAll('-', '').toUpperCase() })).toBe(200);
    expect((await someone.call(secondFactor.get, {})).recoveryCodesLeft).toBe(8);
  });

  it('mails the owner when a recovery code is used, and for no other code', async () => {
    const { identifier, secret, recoveryCodes } = await withSecondFactor(app);
    expect(await status(identifier, { code: codeOf(app, secret) })).toBe(200);
    expect(await status(identifier, { code: otherThan(codeOf(app, secret)) })).toBe(400);
    expect(await lastMessage(app, identifier)).not.toContain('recovery code was used');
    // A code sent in vain is not used up, and no mail is sent.
    expect(await status(identifier, { code: recoveryCodes[0] ?? '', refresh: true })).toBe(401);
    expect(await lastMessage(app, identifier)).not.toContain('recovery code was used');
    expect(await status(identifier, { code: recoveryCodes[0] ?? '' })).toBe(200);
    expect(await lastMessage(app, identifier)).toContain('A recovery code was used in place of a code');
  });

  it('refuses another account’s code', async () => {
    const one = await withSecondFactor(app);
    const other = await withSecondFactor(app);
    expect(await status(one.identifier, { code: codeOf(app, other.secret) })).toBe(400);
    expect(await status(one.identifier, { code: other.recoveryCodes[0] ?? '' })).toBe(400);
  });

  it('counts wrong codes with wrong passwords, and the right password alone resets no count', async () => {
    const { identifier, secret } = await withSecondFactor(app);
    const wrong = otherThan(codeOf(app, secret));
    for (const said of [{ code: wrong }, { password: 'wrong' }, { code: wrong }, { password: 'wrong' }]) {
      expect([400, 401]).toContain(await status(identifier, said));
      expect((await attempt(identifier)).body.reason).toBe('SECOND_FACTOR_REQUIRED');
    }
    expect(await status(identifier, { code: wrong })).toBe(400);
    expect(await status(identifier, { code: codeOf(app, secret) })).toBe(429);
    wait(60);
    expect(await status(identifier, { code: codeOf(app, secret) })).toBe(200);
  });

  it('refuses app codes after a hundred wrong ones in a row, until a recovery code is used', async () => {
    const { identifier, secret, recoveryCodes } = await withSecondFactor(app);
    await app.deps.db.updateTable('second_factor').set({ wrong_codes: 99 }).execute();
    expect(await status(identifier, { code: otherThan(codeOf(app, secret)) })).toBe(400);
    expect(await status(identifier, { code: codeOf(app, secret) })).toBe(400);
    expect(await status(identifier, { code: recoveryCodes[0] ?? '' })).toBe(200);
    expect(await status(identifier, { code: codeOf(app, secret) })).toBe(200);
  });

  it('ignores a code if there is no second factor, and refuses a malformed one', async () => {
    const { identifier } = await person(app);
    expect(await status(identifier, { code: '123456' })).toBe(200);
    for (const code of ['', '12345', '1234567', 'abcd-efgh', 'x'.repeat(10_000)])
      expect((await attempt(identifier, { code })).body).toMatchObject({ code: 400, metadata: { field: 'code' } });
  });

  it('asks for the code to renew the proof too, and does not use up a code sent in vain', async () => {
    const { identifier, secret } = await withSecondFactor(app);
    const { cookies } = await attempt(identifier, { code: codeOf(app, secret) });
    const held = Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
    wait(codeSeconds);
    expect((await attempt(identifier, { refresh: true, cookies: held })).body.reason).toBe('SECOND_FACTOR_REQUIRED');
    expect(await status(identifier, { refresh: true, code: codeOf(app, secret) })).toBe(401);
    expect(await status(identifier, { refresh: true, code: codeOf(app, secret), cookies: held })).toBe(200);
  });
});
