import { accounts } from '@usance/api/people/account';
import { passkeys } from '@usance/api/people/passkey';
import { secondFactor } from '@usance/api/people/second-factor';
import { sessions } from '@usance/api/people/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Subject } from '#platform/context/subject.ts';
import { person, rightPassword } from '#testing/builders.ts';
import { anonymousCaller, type Caller } from '#testing/callers.ts';
import { held, waitsOrEnds } from '#testing/held-change.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { addedPasskey } from '../passkey/passkey.fixture.ts';
import { codeOf } from '../second-factor/second-factor.fixture.ts';
import { changePassword } from './change-password.ts';
import { hashPassword } from './password.ts';
import type { Staying } from './signed-in/end-sessions.ts';
import { renewSession } from './signed-in/session.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Opens a transaction that changes the password and commits only when told; it ends all sessions but the caller's. */
async function changing(
  { accountId: id, identifier }: { accountId: string; identifier: string },
  subject: Subject = { kind: 'anonymous' },
) {
  const passwordHash = await hashPassword('Kept-by-nobody-1');
  const by: Staying = {
    subject,
    now: app.clock.now(),
    cookies: { get: () => undefined, set: () => undefined, clear: () => undefined },
  };
  const change = held(app, (tx) => changePassword(tx, { id, identifier, passwordHash }, by));
  await change.written;
  return change;
}

it('a sign-in whose password changes before it commits is refused', async () => {
  const ada = await person(app);
  const change = await changing(ada);
  const body = { identifier: ada.identifier, password: rightPassword };
  const signIn = anonymousCaller(app).refusal(accounts.login, { body });
  signIn.catch(() => {});
  await waitsOrEnds(app, signIn);
  await change.commit();
  expect(await signIn).toMatchObject({ code: 401, reason: 'INVALID_CREDENTIALS' });
});

it('a proved session that ends meanwhile cannot change the account', async () => {
  const ada = await person(app);
  const change = await changing(ada);
  const begun = ada.refusal(secondFactor.begin, {});
  begun.catch(() => {});
  await waitsOrEnds(app, begun);
  await change.commit();
  expect(await begun).toMatchObject({ code: 401, reason: 'INVALID_SESSION' });
});

it('a copy of a session’s old cookie cannot change the account', async () => {
  const ada = await person(app);
  const row = await app.deps.db
    .selectFrom('session')
    .select(['id', 'token_hash'])
    .where('account_id', '=', ada.accountId)
    .executeTakeFirstOrThrow();
  const { accountId } = ada;
  const change = await changing(ada, { kind: 'account', accountId, sessionId: row.id, tokenHash: row.token_hash });
  const begun = ada.refusal(secondFactor.begin, {});
  begun.catch(() => {});
  await waitsOrEnds(app, begun);
  await change.commit();
  expect(await begun).toMatchObject({ code: 401, reason: 'INVALID_SESSION' });
});

describe('a copy of a session’s old cookie does not get the new one while it changes,', () => {
  const nowhere = { get: () => undefined, set: () => undefined, clear: () => undefined };

  it.each([
    [
      'by turning a second factor on',
      async (ada: Caller) => {
        const { secret } = await ada.call(secondFactor.begin, {});
        return () => ada.refusal(secondFactor.confirm, { body: { code: codeOf(app, secret) } });
      },
    ],
    [
      'by removing a passkey',
      async (ada: Caller) => {
        const { passkey } = await addedPasskey(ada);
        return () => ada.refusal(passkeys.remove, { params: { id: passkey.id } });
      },
    ],
    ['by ending the other sessions', (ada: Caller) => Promise.resolve(() => ada.refusal(sessions.endOthers, {}))],
  ])('%s', async (_how, prepared) => {
    const ada = await person(app);
    const change = await prepared(ada);
    const ofAda = app.deps.db
      .selectFrom('session')
      .select(['id', 'token_hash'])
      .where('account_id', '=', ada.accountId);
    const { id } = await ofAda.executeTakeFirstOrThrow();
    const by = { now: app.clock.now(), cookies: nowhere, address: '', userAgent: '' };
    const renewing = held(app, (tx) => renewSession(tx, id, ada.accountId, by));
    await renewing.written;
    const begun = change();
    begun.catch(() => {});
    await waitsOrEnds(app, begun);
    await renewing.commit();
    const renewed = await ofAda.execute();
    expect(await begun).toMatchObject({ code: 401, reason: 'INVALID_SESSION' });
    expect(await ofAda.execute()).toEqual(renewed);
  });
});

describe('a cookie that stops working while its use is recorded lets no one in,', () => {
  it.each([
    ['because the session ended', { kind: 'anonymous' }],
    ['because it was replaced', undefined],
  ] as const)('%s', async (_how, subject) => {
    const ada = await person(app);
    const { accountId } = ada;
    const row = await app.deps.db
      .selectFrom('session')
      .select(['id', 'token_hash'])
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    app.clock.pass({ minutes: 5 });
    const own: Subject = { kind: 'account', accountId, sessionId: row.id, tokenHash: row.token_hash };
    const change = await changing(ada, subject ?? own);
    const asked = ada.refusal(accounts.whoami, {});
    asked.catch(() => {});
    await waitsOrEnds(app, asked);
    await change.commit();
    expect(await asked).toMatchObject({ code: 401, reason: 'INVALID_SESSION' });
  });
});
