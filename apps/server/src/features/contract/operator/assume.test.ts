import { pathOf } from '@usance/api/call';
import { contracts } from '@usance/api/contract/contract';
import { notifications } from '@usance/api/contract/notification';
import { operators } from '@usance/api/contract/operator';
import { accounts } from '@usance/api/people/account';
import { apps } from '@usance/api/people/app';
import { sessions } from '@usance/api/people/session';
import { settings } from '@usance/api/people/settings';
import { requestOf } from '@usance/api/request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member, person, rightPassword } from '#testing/builders.ts';
import { type Caller, internalCaller } from '#testing/callers.ts';
import { definedCalls } from '#testing/defined-calls.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { forgetExpired } from '../../people/account/forget-expired.ts';
import { lastMessage } from '../../people/verification/codes.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const wait = (minutes: number) => app.clock.pass({ minutes });

/** A person who is an operator. */
async function operator() {
  const someone = await person(app);
  await internalCaller(app).call(operators.name, { body: { user: someone.accountId } });
  return someone;
}

/** A browser that keeps its session cookie, at first the caller's. */
async function browserOf({ identifier }: { identifier: string }) {
  let cookie = '';
  const send = async (
    url: string,
    more: { method?: 'POST' | 'PUT' | 'DELETE'; payload?: object; site?: string } = {},
  ) => {
    const { method = 'GET', payload, site = 'same-origin' } = more;
    const headers = { cookie, ...(site !== '' && { 'sec-fetch-site': site }) };
    const reply = await app.publicListener.inject({ method, url, headers, ...(payload && { payload }) });
    const given = reply.cookies.find(({ name }) => name === '__Host-sid');
    if (given) cookie = `${given.name}=${given.value}`;
    return { status: reply.statusCode, body: reply.body === '' ? undefined : reply.json(), given };
  };
  const login = { identifier, password: rightPassword };
  await send(pathOf(accounts.login, 'customer'), { method: 'POST', payload: login });
  return {
    send,
    cookie: () => cookie,
    withCookie: (other: string) => {
      cookie = other;
    },
    whoami: () => send(pathOf(accounts.whoami, 'customer')),
    assume: (id: string, acquire?: boolean, site?: string) =>
      send(requestOf(operators.assume, { params: { id }, query: { acquire } }).url, site === undefined ? {} : { site }),
    logout: () => send(pathOf(accounts.logout, 'customer'), { method: 'DELETE' }),
  };
}

async function rows(operatorId: string) {
  const found = await app.deps.db
    .selectFrom('audit')
    .select(['call', 'account_id', 'token_id', 'refused'])
    .where('operator_id', '=', operatorId)
    .orderBy('id')
    .execute();
  return found.map(({ call, refused }) => [call, refused]);
}

describe('an operator', () => {
  it('acts for a person for 15 minutes, as the session says, and sees what they see', async () => {
    const { id } = await contract(app);
    const [grace, ada] = [await operator(), await member(app, id, 'billing_viewer')];
    const browser = await browserOf(grace);
    const own = browser.cookie();
    const { status, body } = await browser.assume(ada.accountId, true);
    const until = new Date(app.clock.now().getTime() + 15 * 60_000).toISOString();
    expect([status, body]).toEqual([
      200,
      {
        id: ada.accountId,
        identifier: ada.identifier,
        traits: {},
        assumed: { by: grace.identifier, gmtExpires: until },
      },
    ]);
    expect(browser.cookie()).not.toBe(own);
    expect((await browser.whoami()).body).toEqual(body);
    expect((await browser.send(pathOf(contracts.list, 'customer'))).body).toMatchObject({ items: [{ id }] });
    wait(15);
    expect((await browser.whoami()).status).toBe(401);
  });

  it('can look up the person first, which changes nothing', async () => {
    const [grace, ada] = [await operator(), await person(app)];
    const browser = await browserOf(grace);
    expect((await browser.assume(ada.accountId, undefined, '')).body).toMatchObject({ identifier: ada.identifier });
    expect((await browser.whoami()).body).toMatchObject({ identifier: grace.identifier });
  });

  it('returns to their own session with a new cookie and its earlier proof', async () => {
    const [grace, ada] = [await operator(), await person(app)];
    const browser = await browserOf(grace);
    const own = browser.cookie();
    await browser.assume(ada.accountId, true);
    const assumed = browser.cookie();
    expect((await browser.assume(grace.accountId, false)).body).toMatchObject({
      code: 404,
      reason: 'SESSION_NOT_FOUND',
    });
    expect((await browser.assume(ada.accountId, false)).body).toMatchObject({ identifier: grace.identifier });
    expect((await browser.whoami()).body).toEqual({ id: grace.accountId, identifier: grace.identifier, traits: {} });
    const mine = browser.cookie();
    for (const old of [own, assumed]) {
      browser.withCookie(old);
      expect((await browser.whoami()).status).toBe(401);
    }
    browser.withCookie(mine);
    expect((await browser.assume(ada.accountId, false)).status).toBe(404);
  });

  it('who signs out ends both sessions', async () => {
    const [grace, ada] = [await operator(), await person(app)];
    const browser = await browserOf(grace);
    await browser.assume(ada.accountId, true);
    const before = await grace.call(sessions.list, {});
    await browser.logout();
    expect((await browser.whoami()).status).toBe(401);
    expect((await grace.call(sessions.list, {})).items).toHaveLength(before.items.length - 1);
    expect((await ada.call(sessions.list, {})).items).toHaveLength(1);
  });

  it('leaves an audit row for each call they make or try in the session', async () => {
    const [grace, ada] = [await operator(), await person(app)];
    const browser = await browserOf(grace);
    await browser.assume(ada.accountId);
    await browser.assume(ada.accountId, true);
    await browser.whoami();
    await browser.assume('acc-aaaaaaaa', true);
    await browser.assume(ada.accountId, false);
    await browser.whoami();
    expect(await rows(grace.accountId)).toEqual([
      ['operator.assume', null],
      ['operator.assume', null],
      ['account.whoami', null],
      ['operator.assume', 'NO_PERMISSION'],
      ['operator.assume', null],
    ]);
    expect(await rows(ada.accountId)).toEqual([]);
  });

  it('is refused all writes but two, whatever the person’s roles', async () => {
    const { id } = await contract(app);
    const [grace, ada] = [await operator(), await member(app, id, 'admin')];
    const browser = await browserOf(grace);
    await browser.assume(ada.accountId, true);
    const writes = (await definedCalls()).filter(
      (call) => call.method !== 'GET' && (call.customer ?? 'anyone') !== 'anyone',
    );
    const allowed: string[] = [];
    for (const call of writes) {
      if (call.id === accounts.logout.id) continue;
      const url = pathOf(call, 'customer').replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'id' ? id : 'unknown'));
      const { body } = await browser.send(url, { method: call.method as 'POST', payload: { contractId: id } });
      if (body?.reason !== 'NO_PERMISSION') allowed.push(call.id);
    }
    expect(allowed).toEqual(['available-balance.check']);
  });

  it('causes a mail to the customer in their language', async () => {
    const { id } = await contract(app);
    const [grace, ada] = [await operator(), await member(app, id, 'admin')];
    await ada.call(notifications.prefer, {
      body: { items: [{ kind: 'balance_low', mail: true }] },
      headers: { 'accept-language': 'zh' },
    });
    await (await browserOf(grace)).assume(ada.accountId, true);
    const told = await lastMessage(app, ada.identifier);
    expect(told).toContain(`支持人员 ${grace.identifier}`);
    expect(told).toContain(`账号 ${ada.identifier}`);
  });

  it('cannot change the person’s own account', async () => {
    const [grace, ada] = [await operator(), await person(app)];
    const browser = await browserOf(grace);
    await browser.assume(ada.accountId, true);
    const own = [
      requestOf(settings.update, { body: { fullName: 'Mallory' } }),
      requestOf(apps.grant, { params: { id: 'platform' } }),
    ];
    for (const { url, method, body } of own) {
      const payload = body === undefined ? {} : JSON.parse(body);
      const reply = await browser.send(url, { method: method as 'POST', payload });
      expect(reply.body).toMatchObject({ code: 403, reason: 'NO_PERMISSION', metadata: { acting: 'true' } });
    }
    expect((await ada.call(settings.get, {})).traits).toEqual({});
  });

  it('is stopped by dismissal, by the end of their own session, and by the person’s new password', async () => {
    const ada = await person(app);
    const acting = async () => {
      const grace = await operator();
      const browser = await browserOf(grace);
      await browser.assume(ada.accountId, true);
      expect((await browser.whoami()).status).toBe(200);
      return { grace, browser };
    };
    const dismissed = await acting();
    await internalCaller(app).call(operators.dismiss, { params: { user: dismissed.grace.accountId } });
    expect((await dismissed.browser.whoami()).status).toBe(401);
    const ended = await acting();
    for (const { id, isCurrent } of (await ended.grace.call(sessions.list, {})).items)
      if (!isCurrent) await ended.grace.call(sessions.end, { params: { id } });
    expect((await ended.browser.whoami()).status).toBe(401);
    const thrown = await acting();
    for (const { id, isCurrent } of (await ada.call(sessions.list, {})).items)
      if (!isCurrent) await ada.call(sessions.end, { params: { id } });
    expect((await thrown.browser.whoami()).status).toBe(401);
    const thrownWithAll = await acting();
    await ada.call(sessions.endOthers, {});
    expect((await thrownWithAll.browser.whoami()).status).toBe(401);
  });

  it('leaves no session behind after the time limit', async () => {
    const [grace, ada] = [await operator(), await person(app)];
    const browser = await browserOf(grace);
    await browser.assume(ada.accountId, true);
    expect((await grace.call(sessions.list, {})).items).toHaveLength(2);
    wait(16);
    await forgetExpired(app.deps, app.clock.now());
    expect((await grace.call(sessions.list, {})).items).toHaveLength(1);
  });

  it('cannot extend the session with the person’s password', async () => {
    const [grace, ada] = [await operator(), await person(app)];
    const browser = await browserOf(grace);
    await browser.assume(ada.accountId, true);
    const payload = { identifier: ada.identifier, password: rightPassword, refresh: true };
    const reply = await browser.send(pathOf(accounts.login, 'customer'), { method: 'POST', payload });
    expect(reply.body).toMatchObject({ code: 401, reason: 'INVALID_SESSION' });
  });
});

describe('an account cannot act for another', () => {
  it('without being an operator, and the audit records the try', async () => {
    const [mallory, ada] = [await person(app), await person(app)];
    const browser = await browserOf(mallory);
    for (const acquire of [undefined, true])
      expect((await browser.assume(ada.accountId, acquire)).body).toMatchObject({ code: 403, reason: 'NO_PERMISSION' });
    // An unknown account gets the same answer.
    expect((await browser.assume('acc-aaaaaaaa', true)).body).toMatchObject({ code: 403 });
    expect(await rows(mallory.accountId)).toEqual(Array(3).fill(['operator.assume', 'NO_PERMISSION']));
  });

  it('from another site’s page, a typed URL, or a request without fetch metadata', async () => {
    const [grace, ada] = [await operator(), await person(app)];
    const browser = await browserOf(grace);
    for (const site of ['cross-site', 'same-site', 'none', '']) {
      // A call that only names the person changes nothing, so it is allowed.
      expect((await browser.assume(ada.accountId, undefined, site)).body).toMatchObject({ id: ada.accountId });
      expect((await browser.assume(ada.accountId, false, site)).body).toMatchObject({ reason: 'CROSS_SITE_REQUEST' });
      expect((await browser.assume(ada.accountId, true, site)).body).toMatchObject({
        code: 403,
        reason: 'CROSS_SITE_REQUEST',
      });
    }
    expect((await browser.whoami()).body).toMatchObject({ identifier: grace.identifier });
  });

  it('from an assumed session, for another operator, or for itself', async () => {
    const [grace, joan, ada, eve] = [await operator(), await operator(), await person(app), await person(app)];
    const browser = await browserOf(grace);
    for (const { accountId } of [joan, grace])
      expect((await browser.assume(accountId, true)).body).toMatchObject({ code: 403, reason: 'NO_PERMISSION' });
    await browser.assume(ada.accountId, true);
    expect((await browser.assume(eve.accountId, true)).body).toMatchObject({ code: 403, reason: 'NO_PERMISSION' });
    expect((await browser.whoami()).body).toMatchObject({ identifier: ada.identifier });
  });

  it('without a proof of the last ten minutes', async () => {
    const [grace, ada] = [await operator(), await person(app)];
    const browser = await browserOf(grace);
    wait(11);
    expect((await browser.assume(ada.accountId, true)).body).toMatchObject({
      code: 403,
      reason: 'PASSWORD_PROOF_REQUIRED',
    });
  });

  it('that does not exist', async () => {
    const browser = await browserOf(await operator());
    expect((await browser.assume('acc-aaaaaaaa', true)).body).toMatchObject({ code: 404, reason: 'ACCOUNT_NOT_FOUND' });
  });
});

describe('operators', () => {
  const list = async () => (await internalCaller(app).call(operators.list, { query: { pageSize: 999 } })).items;
  it('can be named and dismissed, repeatedly, and listed', async () => {
    const ada = await person(app);
    const name = (caller: Caller) => caller.call(operators.name, { body: { user: ada.accountId } });
    await name(internalCaller(app));
    await name(internalCaller(app));
    expect((await list()).filter(({ id }) => id === ada.accountId)).toHaveLength(1);
    for (let times = 0; times < 2; times += 1)
      await internalCaller(app).call(operators.dismiss, { params: { user: ada.accountId } });
    expect((await list()).filter(({ id }) => id === ada.accountId)).toEqual([]);
  });

  it('must be existing accounts', async () => {
    expect(await internalCaller(app).refusal(operators.name, { body: { user: 'acc-aaaaaaaa' } })).toMatchObject({
      code: 404,
      reason: 'ACCOUNT_NOT_FOUND',
    });
  });
});
