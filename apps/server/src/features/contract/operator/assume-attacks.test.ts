import { pathOf } from '@usance/api/call';
import { operators } from '@usance/api/contract/operator';
import { accounts } from '@usance/api/people/account';
import { citizens } from '@usance/api/people/citizen';
import { sessions } from '@usance/api/people/session';
import { settings } from '@usance/api/people/settings';
import { requestOf } from '@usance/api/request';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SignedInSubject } from '#platform/context/subject.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { hashOf } from '#platform/random-secret.ts';
import { person } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { held, waitsOrEnds } from '#testing/held-change.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { leaveAssumedSession } from '../../people/account/signed-in/assumed-session.ts';
import { endOtherSessions, endSessionOf, type Staying } from '../../people/account/signed-in/end-sessions.ts';
import { renewSession, sessionTokenIn } from '../../people/account/signed-in/session.ts';
import { whoami } from '../../people/account/whoami.ts';
import { dismissOperator, nameOperator } from './name-operator.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const password = 'Correct-horse-7';

/** A caller in a session of their own. */
type By = Staying & { readonly subject: SignedInSubject };

/** An operator in a browser of their own, and a person for whom they may act. */
async function acting() {
  const [grace, ada] = [await person(app), await person(app)];
  await internalCaller(app).call(operators.name, { body: { user: grace.accountId } });
  let cookie = '';
  const send = async (url: string, more: { method?: 'POST' | 'PUT' | 'DELETE'; payload?: object } = {}) => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const reply = await app.publicListener.inject({ url, headers, method: 'GET', ...more });
    const given = reply.cookies.find(({ name }) => name === '__Host-sid');
    if (given) cookie = `${given.name}=${given.value}`;
    return { status: reply.statusCode, body: reply.body === '' ? undefined : reply.json() };
  };
  const login = { identifier: grace.identifier, password };
  await send(pathOf(accounts.login, 'customer'), { method: 'POST', payload: login });
  const assume = (acquire?: boolean, { accountId: id } = ada) =>
    send(requestOf(operators.assume, { params: { id }, query: { acquire } }).url);
  const whoIs = () => send(pathOf(accounts.whoami, 'customer'));
  const own = await sessionOf(cookie);
  /** Gives the browser another cookie and returns the former one. */
  const swapCookie = (other: string): string => {
    const before = cookie;
    cookie = other;
    return before;
  };
  return { grace, ada, own, send, assume, whoIs, swapCookie };
}

async function sessionOf(cookie: string): Promise<string> {
  const token = sessionTokenIn(cookie) ?? '';
  const found = app.deps.db.selectFrom('session').select('id').where('token_hash', '=', hashOf(token));
  return (await found.executeTakeFirstOrThrow()).id;
}

it('a password or code sent in an assumed session is in no audit row', async () => {
  const { ada, grace, assume, send } = await acting();
  await assume(true);
  const code = { authJobID: 'job-aaaaaaaa', token: '123456' };
  const said = [
    requestOf(accounts.login, { body: { identifier: ada.identifier, password: 'Wrong-horse-7' } }),
    requestOf(settings.setPassword, { body: { email: ada.identifier, password: 'New-horse-77', ...code } }),
    requestOf(accounts.login, { body: { identifier: grace.identifier, password } }),
  ];
  for (const { url, body } of said) await send(url, { method: 'POST', payload: JSON.parse(body ?? '') });
  const rows = await app.deps.db.selectFrom('audit').selectAll().where('operator_id', '=', grace.accountId).execute();
  expect(rows.map(({ call }) => call)).toEqual([
    'operator.assume',
    'account.login',
    'settings.set-password',
    'account.login',
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/horse|123456/);
});

it('an operator who is dismissed meanwhile cannot begin to act', async () => {
  const { grace, assume, whoIs } = await acting();
  const user = grace.accountId;
  const dismissal = held(app, (tx) => dismissOperator({ tx }, { params: { user } }));
  await dismissal.written;
  const begun = assume(true);
  await waitsOrEnds(app, begun);
  await dismissal.commit();
  expect((await begun).body).toMatchObject({ code: 403, reason: 'NO_PERMISSION' });
  expect((await whoIs()).body).toMatchObject({ identifier: grace.identifier });
});

it('a person who becomes an operator is no longer acted for', async () => {
  const { ada, assume, whoIs } = await acting();
  await assume(true);
  await internalCaller(app).call(operators.name, { body: { user: ada.accountId } });
  expect((await whoIs()).status).toBe(401);
  expect(await ada.call(accounts.whoami, {})).toMatchObject({ identifier: ada.identifier });
});

it('a person who becomes an operator meanwhile cannot be acted for', async () => {
  const { ada, assume, whoIs } = await acting();
  const naming = held(app, (tx) => nameOperator({ tx, now: app.clock.now() }, { body: { user: ada.accountId } }));
  await naming.written;
  const begun = assume(true);
  await waitsOrEnds(app, begun);
  await naming.commit();
  expect((await begun).body).toMatchObject({ code: 403, reason: 'NO_PERMISSION' });
  expect((await whoIs()).status).toBe(200);
});

it('an operator whose own session ends meanwhile is signed out without an error', async () => {
  const { grace, own, assume, whoIs } = await acting();
  const ending = held(app, (tx) => endSessionOf(tx, grace.accountId, own, app.clock.now()));
  await ending.written;
  const begun = assume(true);
  await waitsOrEnds(app, begun);
  await ending.commit();
  expect((await begun).body).toMatchObject({ code: 401, reason: 'INVALID_SESSION' });
  expect((await whoIs()).status).toBe(401);
});

it.each([
  ['signs out everywhere else', (tx: Tx, id: string, by: By) => endOtherSessions(tx, id, by)],
  [
    'proves their password again',
    (tx: Tx, id: string, by: By) => renewSession(tx, by.subject.sessionId, id, { ...by, address: '', userAgent: '' }),
  ],
])('a copy of an operator’s cookie does not get their session back once its owner %s', async (_how, change) => {
  const { grace, own, assume, whoIs } = await acting();
  await assume(true);
  const subject = { kind: 'account', accountId: grace.accountId, sessionId: own, tokenHash: '' } as const;
  const cookies = { get: () => undefined, set: () => undefined, clear: () => undefined };
  const by = { subject, now: app.clock.now(), cookies };
  await app.deps.db.transaction().execute(async (tx) => void (await change(tx, grace.accountId, by)));
  expect((await assume(false)).status).toBe(401);
  expect((await whoIs()).status).toBe(401);
});

it('a copy of an operator’s cookie does not get the operator’s session back once they have left', async () => {
  const { assume, whoIs, swapCookie } = await acting();
  const copy = swapCookie('');
  swapCookie(copy);
  await assume(true);
  const owners = swapCookie(copy);
  expect((await assume(true)).status).toBe(200);
  const copiers = swapCookie(owners);
  expect((await assume(false)).status).toBe(200);
  const left = swapCookie(copiers);
  expect((await assume(false)).status).toBe(401);
  expect((await whoIs()).status).toBe(401);
  swapCookie(left);
  expect((await whoIs()).status).toBe(200);
});

it('a copy of an operator’s cookie that begins to act while they leave does not get their session', async () => {
  const { own, assume, whoIs, swapCookie } = await acting();
  const copy = swapCookie('');
  swapCookie(copy);
  await assume(true);
  const acted = await sessionOf(swapCookie(copy));
  const cookies = { get: () => undefined, set: () => undefined, clear: () => undefined };
  const by = { now: app.clock.now(), cookies, address: '', userAgent: '' };
  const leaving = held(app, (tx) => leaveAssumedSession(tx, acted, by));
  await leaving.written;
  const begun = assume(true);
  await waitsOrEnds(app, begun);
  await leaving.commit();
  expect((await begun).body).toMatchObject({ code: 401, reason: 'INVALID_SESSION' });
  await assume(false);
  expect((await whoIs()).status).toBe(401);
  const opened = app.deps.db.selectFrom('session').select('id').where('operator_session_id', '=', own);
  expect(await opened.execute()).toEqual([]);
});

it('a session that ends during whoami is refused without an error', async () => {
  const { grace, ada } = await acting();
  const gone = {
    kind: 'account',
    accountId: ada.accountId,
    sessionId: 'ses-gone',
    tokenHash: '',
    operatorId: grace.accountId,
  } as const;
  await expect(whoami({ db: app.deps.db, subject: gone })).rejects.toMatchObject({ reason: 'INVALID_SESSION' });
});

it('an assumed session ends with the operator’s own', async () => {
  const { own, assume, whoIs } = await acting();
  const soon = new Date(app.clock.now().getTime() + 60_000);
  await app.deps.db.updateTable('session').set({ expires_at: soon }).where('id', '=', own).execute();
  expect((await assume(true)).body).toMatchObject({ assumed: { gmtExpires: soon.toISOString() } });
  app.clock.moveTo(soon);
  expect((await whoIs()).status).toBe(401);
});

it('a customer sees which session is an operator’s, but not the device or the address', async () => {
  const { ada, assume, send } = await acting();
  await assume(true);
  const { items } = await ada.call(sessions.list, {});
  expect(items.map(({ byOperator, isCurrent }) => [byOperator, isCurrent]).sort()).toEqual([
    [false, true],
    [true, false],
  ]);
  const theirs = items.find(({ byOperator }) => byOperator);
  expect(theirs).toMatchObject({ device: '', address: '' });
  expect((await send(pathOf(sessions.list, 'customer'))).body.items).toHaveLength(2);
  await ada.call(sessions.end, { params: { id: theirs?.id ?? '' } });
  expect((await assume(false)).status).toBe(401);
});

it('each refused call in an assumed session leaves an audit row, without secrets', async () => {
  const { grace, ada, assume, send } = await acting();
  app.clock.moveTo(new Date(app.clock.now().getTime() + 11 * 60_000));
  expect((await assume(true)).body).toMatchObject({ reason: 'PASSWORD_PROOF_REQUIRED' });
  const login = { identifier: grace.identifier, password, refresh: true };
  await send(pathOf(accounts.login, 'customer'), { method: 'POST', payload: login });
  await assume(true);
  const citizen = { citizenName: 'Ada', citizenSocialId: '11010519491231002X' };
  const { url } = requestOf(citizens.auth, { body: citizen });
  expect((await send(url, { method: 'PUT', payload: citizen })).body).toMatchObject({ code: 403 });
  expect((await assume(true, grace)).body).toMatchObject({ code: 403 });
  const rows = await app.deps.db.selectFrom('audit').selectAll().where('operator_id', '=', grace.accountId).execute();
  expect(rows.map(({ call, refused, account_id }) => [call, refused, account_id])).toEqual([
    ['operator.assume', 'PASSWORD_PROOF_REQUIRED', ada.accountId],
    ['operator.assume', null, ada.accountId],
    ['citizen.auth', 'NO_PERMISSION', ada.accountId],
    ['operator.assume', 'NO_PERMISSION', ada.accountId],
  ]);
  expect(JSON.stringify(rows)).not.toContain('002X');
});

it.each<[string, (acts: Awaited<ReturnType<typeof acting>>) => Promise<{ status: number }>, number]>([
  ['leaves', ({ assume }) => assume(false), 401],
  ['signs out', ({ send }) => send(pathOf(accounts.logout, 'customer'), { method: 'DELETE' }), 204],
])('an operator who %s while their own session ends elsewhere causes no deadlock', async (_, done, status) => {
  const acts = await acting();
  await acts.assume(true);
  const [locked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ending = held(app, async (tx) => {
    await tx.selectFrom('session').select('id').where('id', '=', acts.own).forUpdate().execute();
    locked.resolve();
    await go.promise;
    await endSessionOf(tx, acts.grace.accountId, acts.own, app.clock.now());
  });
  await locked.promise;
  const leaving = done(acts);
  await waitsOrEnds(app, leaving);
  go.resolve();
  await ending.written;
  await ending.commit();
  expect((await leaving).status).toBe(status);
  expect((await acts.whoIs()).status).toBe(401);
});

it('leaving writes an audit row, or fails as a whole', async () => {
  const { assume, whoIs, ada } = await acting();
  await assume(true);
  await app.ownerScript(`
    create function fail_leaving() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$;
    create trigger fail_leaving before insert on audit for each row when (new.query::text like '%false%') execute function fail_leaving();`);
  try {
    expect((await assume(false)).status).toBe(500);
    expect((await whoIs()).body).toMatchObject({ id: ada.accountId });
  } finally {
    await app.ownerScript('drop trigger fail_leaving on audit; drop function fail_leaving');
  }
  expect((await assume(false)).status).toBe(200);
});
