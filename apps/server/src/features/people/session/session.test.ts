import { pathOf } from '@usance/api/call';
import { accounts } from '@usance/api/people/account';
import { sessions } from '@usance/api/people/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cookies } from '#platform/context/context.ts';
import { person, rightPassword } from '#testing/builders.ts';
import { type Caller, signedInCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { openSession } from '../account/signed-in/session.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const wait = (minutes: number) => app.clock.pass({ minutes });
const listed = async (caller: Caller) => (await caller.call(sessions.list, {})).items;
const whoami = (cookie: string) =>
  app.publicListener.inject({ url: pathOf(accounts.whoami, 'customer'), headers: { cookie } });

/** Signs in, or renews the proof of a session, like a browser. */
async function signIn(identifier: string, more: { cookie?: string; refresh?: boolean; password?: string } = {}) {
  const { cookie = '', refresh } = more;
  const reply = await app.publicListener.inject({
    method: 'POST',
    url: pathOf(accounts.login, 'customer'),
    payload: { identifier, password: more.password ?? rightPassword, refresh },
    headers: { cookie, 'user-agent': 'Testing/1.0' },
    remoteAddress: '203.0.113.7',
  });
  const sid = reply.cookies.find(({ name }) => name === '__Host-sid');
  return { status: reply.statusCode, reason: reply.json().reason, cookie: sid && `${sid.name}=${sid.value}` };
}

describe('the sessions of an account', () => {
  it('are listed with device, address and last use, last used first, and mark the calling one', async () => {
    const ada = await person(app);
    wait(5);
    const { cookie = '' } = await signIn(ada.identifier);
    wait(5);
    await whoami(cookie);
    const lastUse = app.clock.now().toISOString();
    wait(5);
    expect(await listed(ada)).toMatchObject([
      { isCurrent: true, device: 'lightMyRequest' },
      { isCurrent: false, device: 'Testing/1.0', address: '203.0.113.7', gmtLastUsed: lastUse },
    ]);
  });

  it('can be ended one by one, only by their owner', async () => {
    const [ada, grace] = [await person(app), await person(app)];
    const { cookie = '' } = await signIn(ada.identifier);
    const other = (await listed(ada)).find(({ isCurrent }) => !isCurrent);
    const params = { id: other?.id ?? '' };
    expect(await grace.refusal(sessions.end, { params })).toMatchObject({ code: 404, reason: 'SESSION_NOT_FOUND' });
    expect((await whoami(cookie)).statusCode).toBe(200);
    await ada.call(sessions.end, { params });
    expect((await whoami(cookie)).statusCode).toBe(401);
    expect(await ada.refusal(sessions.end, { params })).toMatchObject({ code: 404 });
    expect(await listed(ada)).toHaveLength(1);
  });

  it('can be ended all but the calling one, which keeps on with a new cookie', async () => {
    const [ada, grace] = [await person(app), await person(app)];
    const cookies = await Promise.all([1, 2].map(async () => (await signIn(ada.identifier)).cookie ?? ''));
    const [own = '', other = ''] = cookies;
    const reply = await app.publicListener.inject({
      method: 'DELETE',
      url: pathOf(sessions.endOthers, 'customer'),
      headers: { cookie: own },
    });
    expect(reply.statusCode).toBe(204);
    for (const ended of [own, other]) expect((await whoami(ended)).statusCode).toBe(401);
    expect(await ada.refusal(sessions.list, {})).toMatchObject({ code: 401 });
    const renewed = reply.cookies.find(({ name }) => name === '__Host-sid');
    expect((await whoami(`__Host-sid=${renewed?.value}`)).json()).toMatchObject({ identifier: ada.identifier });
    expect(await listed(grace)).toHaveLength(1);
  });

  it('can be ended all but the calling one where there is no other', async () => {
    const ada = await person(app);
    await ada.call(sessions.endOthers, {});
    expect(await listed(ada)).toMatchObject([{ isCurrent: true }]);
  });

  it('are a hundred at most: one more ends the least recently used', async () => {
    const ada = await person(app);
    const { cookie: oldest = '' } = await signIn(ada.identifier);
    wait(5);
    await ada.call(accounts.whoami, {});
    const cookies: Cookies = { get: () => undefined, set: () => undefined, clear: () => undefined };
    for (let more = 0; more < 98; more += 1) {
      const by = { now: app.clock.now(), cookies, address: '203.0.113.7', userAgent: `Testing/${more}` };
      await app.deps.db.transaction().execute((tx) => openSession(tx, ada.accountId, by));
    }
    expect((await whoami(oldest)).statusCode).toBe(200);
    expect(await listed(ada)).toHaveLength(100);
    await app.ownerScript(
      `update session set last_used_at = last_used_at - interval '1 hour' where device = 'Testing/7'`,
    );
    const { cookie: newest = '' } = await signIn(ada.identifier);
    const devices = (await listed(ada)).map(({ device }) => device);
    expect(devices).toHaveLength(100);
    expect(devices).not.toContain('Testing/7');
    for (const cookie of [oldest, newest]) expect((await whoami(cookie)).statusCode).toBe(200);
  });

  it('are gone when they have expired', async () => {
    const ada = await person(app);
    wait(7 * 24 * 60);
    const again = await signedInCaller(app, ada.identifier, rightPassword);
    expect(await listed(again)).toHaveLength(1);
  });
});

describe('signing in with refresh', () => {
  it('renews the calling session: its old cookie stops working, and it is still one session', async () => {
    const ada = await person(app);
    const { cookie = '' } = await signIn(ada.identifier);
    const renewed = await signIn(ada.identifier, { cookie, refresh: true });
    expect([renewed.status, renewed.cookie === cookie]).toEqual([200, false]);
    expect((await whoami(cookie)).statusCode).toBe(401);
    expect((await whoami(renewed.cookie ?? '')).statusCode).toBe(200);
    expect(await listed(ada)).toHaveLength(2);
  });

  it('with a wrong password leaves the session as it was', async () => {
    const ada = await person(app);
    const { cookie = '' } = await signIn(ada.identifier);
    expect(await signIn(ada.identifier, { cookie, refresh: true, password: 'wrong' })).toMatchObject({ status: 401 });
    expect((await whoami(cookie)).statusCode).toBe(200);
  });

  it('renews nothing without a session or in another account’s', async () => {
    const [ada, grace] = [await person(app), await person(app)];
    expect(await signIn(ada.identifier, { refresh: true })).toMatchObject({ status: 401, reason: 'INVALID_SESSION' });
    const { cookie = '' } = await signIn(grace.identifier);
    expect(await signIn(ada.identifier, { cookie, refresh: true })).toMatchObject({ status: 401, cookie: undefined });
    expect((await whoami(cookie)).json()).toMatchObject({ identifier: grace.identifier });
  });
});
