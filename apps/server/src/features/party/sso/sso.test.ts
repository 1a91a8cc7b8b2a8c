import { accounts } from '@usance/api/account';
import { pathOf } from '@usance/api/call';
import { identityProviders } from '@usance/api/identity-provider';
import { requestOf, urlOf } from '@usance/api/request';
import { sso } from '@usance/api/sso';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '../../../testing/builders.ts';
import { anonymousCaller, internalCaller } from '../../../testing/callers.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { forgetSso } from './forget-sso.ts';
import {
  type Said,
  type Signing,
  saidBy,
  signedResponse,
  type TestProvider,
  testProvider,
} from './provider.fixture.ts';

let app: TestApp;
let idp: TestProvider;
let providerId: string;
beforeAll(async () => {
  app = await startTestApp();
  idp = testProvider();
  providerId = (await linked('example.com', { makesAccounts: true })).id;
});
afterAll(() => app.close());

const operator = () => internalCaller(app);
const linked = (domain: string, { makesAccounts = false, provider = idp } = {}) =>
  operator().call(identityProviders.create, {
    body: {
      domain,
      entityId: provider.entityId,
      name: 'Acme',
      signOnUrl: 'https://idp.example.com/sso',
      certificates: [provider.certificate],
      makesAccounts,
    },
  });
const wait = (seconds: number) => app.clock.pass({ seconds });

/** A browser: it keeps its cookies, and sends them as one does. */
function browser() {
  const jar = new Map<string, string>();
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const reply = await app.publicListener.inject({ url, headers: { cookie: cookies(), ...headers } });
    for (const { name, value } of reply.cookies) jar.set(name, value);
    return reply;
  };
  return { jar, get };
}
type Browser = ReturnType<typeof browser>;

/** Begins, and answers the id of the request that the provider is sent. */
async function begin(on: Browser, identifier = 'ada@example.com', from?: string) {
  const reply = await on.get(urlOf(sso.begin, { query: { identifier, from } }));
  expect(reply.statusCode, reply.body).toBe(200);
  const url = new URL(reply.json().url);
  const { inflateRawSync } = await import('node:zlib');
  const request = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  return { url, request, id: /\bID="([^"]+)"/.exec(request)?.[1] ?? '' };
}

/** Brings an answer as the provider's page has the browser do it: from elsewhere, with no cookie of ours. */
function bring(xml: string, more: { headers?: Record<string, string>; RelayState?: string } = {}) {
  const SAMLResponse = Buffer.from(xml).toString('base64');
  const { method, url, headers, body } = requestOf(sso.answer, {
    body: { SAMLResponse, RelayState: more.RelayState ?? '' },
  });
  return app.publicListener.inject({
    method,
    url,
    payload: body ?? '',
    headers: { ...headers, origin: 'https://idp.example.com', 'sec-fetch-site': 'cross-site', ...more.headers },
  });
}

const answer = (changed: Partial<Said>, signing: Signing = {}, provider = idp) =>
  signedResponse(provider, saidBy(provider, app.clock.now(), changed), signing);

/** All of it, as somebody whose provider says this of them. */
async function signOn(
  on: Browser,
  said: Partial<Said>,
  { from, via = 'ada@example.com' }: { from?: string; via?: string } = {},
) {
  const { id } = await begin(on, via, from);
  const brought = await bring(answer({ inResponseTo: id, ...said }));
  return brought.statusCode === 303 ? on.get(String(brought.headers.location)) : brought;
}

const whoIs = async (on: Browser) => {
  const reply = await on.get(pathOf(accounts.whoami, 'customer'));
  return reply.statusCode === 200 ? reply.json().identifier : reply.statusCode;
};

describe('single sign-on', () => {
  it('signs in the browser that began it, and leads it where it wanted to go', async () => {
    const on = browser();
    const reply = await signOn(
      on,
      { nameId: 'ada', email: 'Ada@example.com' },
      { from: '/billing-center?month=2026-09' },
    );
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/billing-center?month=2026-09']);
    expect(await whoIs(on)).toBe('ada@example.com');
  });

  it('sends the browser to its provider with a request of its own, for our address', async () => {
    const { url, request } = await begin(browser());
    expect(url.origin + url.pathname).toBe('https://idp.example.com/sso');
    expect(request).toContain(
      'AssertionConsumerServiceURL="http://localhost:8080/api/v1/accounts/self-service/saml/acs"',
    );
    expect((await begin(browser())).request).not.toBe(request);
  });

  it('gives the session’s cookie to no page but ours, and none at all where the answer is brought', async () => {
    const on = browser();
    const begun = await on.get(urlOf(sso.begin, { query: { identifier: 'ada@example.com' } }));
    expect(begun.cookies[0]).toMatchObject({
      name: '__Host-sso',
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
      path: '/',
    });
    const { id } = await begin(on);
    const brought = await bring(answer({ inResponseTo: id, nameId: 'ada', email: 'ada@example.com' }));
    expect([brought.statusCode, brought.cookies]).toEqual([303, []]);
    const ended = await on.get(String(brought.headers.location));
    const sid = ended.cookies.find(({ name }) => name === '__Host-sid');
    expect(sid).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
  });

  it('knows somebody by their name at the provider, whatever their e-mail has become', async () => {
    await signOn(browser(), { nameId: 'grace', email: 'grace@example.com' });
    const on = browser();
    await signOn(on, { nameId: 'grace', email: 'grace.hopper@example.com' });
    expect(await whoIs(on)).toBe('grace@example.com');
  });

  it('opens nobody’s account to another person who was given their e-mail, until an operator forgets the first', async () => {
    const someone = await person(app);
    const said = (nameId: string) => ({ nameId, email: someone.identifier });
    const first = browser();
    await signOn(first, said('first'));
    expect(await whoIs(first)).toBe(someone.identifier);
    const second = browser();
    expect((await signOn(second, said('second'))).statusCode).toBe(401);
    expect(await whoIs(second)).toBe(401);
    const params = { id: providerId, account: someone.accountId };
    await operator().call(identityProviders.unlink, { params });
    expect(await operator().refusal(identityProviders.unlink, { params })).toMatchObject({
      reason: 'ACCOUNT_NOT_FOUND',
    });
    await signOn(second, said('second'));
    expect(await whoIs(second)).toBe(someone.identifier);
  });

  it('makes accounts where its provider may, and otherwise says that there is none', async () => {
    await linked('closed.example');
    const via = 'x@closed.example';
    const reply = await signOn(browser(), { nameId: 'x', email: via }, { via });
    expect([reply.statusCode, reply.json().reason]).toEqual([403, 'SINGLE_SIGN_ON_NO_ACCOUNT']);
  });

  it('takes the e-mail for the name where the provider says no other', async () => {
    const on = browser();
    await signOn(on, { nameId: 'linus@example.com' });
    expect(await whoIs(on)).toBe('linus@example.com');
  });

  it('does not let in without the second factor that somebody has set up here', async () => {
    const someone = await person(app);
    await app.deps.db
      .insertInto('second_factor')
      .values({
        account_id: someone.accountId,
        key_id: 'k',
        secret: 's',
        begun_at: app.clock.now(),
        enabled_at: app.clock.now(),
      })
      .execute();
    const on = browser();
    const reply = await signOn(on, { nameId: 'careful', email: someone.identifier });
    expect([reply.statusCode, reply.json().reason]).toEqual([403, 'SINGLE_SIGN_ON_SECOND_FACTOR']);
    expect(await whoIs(on)).toBe(401);
  });

  it('opens one session for one answer, however often and at once it is brought and ended', async () => {
    const on = browser();
    const { id } = await begin(on);
    const xml = answer({ inResponseTo: id, nameId: 'once', email: 'once@example.com' });
    const brought = await Promise.all([bring(xml), bring(xml), bring(xml)]);
    expect(brought.map(({ statusCode }) => statusCode).sort()).toEqual([303, 401, 401]);
    const location = String(brought.find(({ statusCode }) => statusCode === 303)?.headers.location);
    const ended = await Promise.all([on.get(location), on.get(location), on.get(location)]);
    expect(ended.map(({ statusCode }) => statusCode).sort()).toEqual([303, 401, 401]);
    expect((await on.get(location)).statusCode).toBe(401);
  });

  it('makes one account of a person whose first two sign-ons end at once', async () => {
    const tabs = [browser(), browser()];
    const locations = await Promise.all(
      tabs.map(async (on) => {
        const { id } = await begin(on);
        return String(
          (await bring(answer({ inResponseTo: id, nameId: 'twin', email: 'twin@example.com' }))).headers.location,
        );
      }),
    );
    await Promise.all(tabs.map((on, index) => on.get(locations[index] ?? '')));
    expect(await Promise.all(tabs.map(whoIs))).toEqual(['twin@example.com', 'twin@example.com']);
  });

  it('signs in no browser but the one that began it', async () => {
    const [mine, theirs] = [browser(), browser()];
    const { id } = await begin(mine);
    await begin(theirs);
    const brought = await bring(answer({ inResponseTo: id, nameId: 'ada', email: 'ada@example.com' }));
    const location = String(brought.headers.location);
    for (const on of [theirs, browser()]) {
      expect((await on.get(location)).statusCode).toBe(401);
      expect(await whoIs(on)).toBe(401);
    }
    expect((await mine.get(location)).statusCode).toBe(303);
  });

  it('is over when it takes too long, at the provider or on the way back', async () => {
    const on = browser();
    const late = await begin(on);
    wait(600);
    expect((await bring(answer({ inResponseTo: late.id, nameId: 'ada', email: 'ada@example.com' }))).statusCode).toBe(
      401,
    );
    const { id } = await begin(on);
    const brought = await bring(answer({ inResponseTo: id, nameId: 'ada', email: 'ada@example.com' }));
    wait(120);
    expect((await on.get(String(brought.headers.location))).statusCode).toBe(401);
  });

  it('ends with the ticket and the e-mail it was given for', async () => {
    const on = browser();
    const { id } = await begin(on);
    const brought = await bring(answer({ inResponseTo: id, nameId: 'ada', email: 'ada@example.com' }));
    const url = new URL(String(brought.headers.location), 'http://localhost');
    url.searchParams.set('identifier', 'grace@example.com');
    expect((await on.get(url.pathname + url.search)).statusCode).toBe(401);
  });

  it('tells of a domain whether it has a provider, and of nobody whether they have an account', async () => {
    const someone = await person(app);
    for (const identifier of [someone.identifier, 'nobody@EXAMPLE.com']) await begin(browser(), identifier);
    const query = { identifier: 'ada@sub.example.com' };
    expect(await anonymousCaller(app).refusal(sso.begin, { query })).toMatchObject({
      reason: 'SINGLE_SIGN_ON_NOT_FOUND',
    });
  });

  it.each([
    ['//evil.example'],
    ['/\\evil.example'],
    ['/\t/evil.example'],
    ['https:evil.example'],
    ['javascript:alert(1)'],
    ['/.//evil.example'],
    ['/api/v1/accounts/self-service/logout'],
    [''],
  ])('leads to the first page in place of %j, and never where RelayState says', async (from) => {
    const on = browser();
    const { id } = await begin(on, 'ada@example.com', from);
    const xml = answer({ inResponseTo: id, nameId: 'ada', email: 'ada@example.com' });
    const brought = await bring(xml, { RelayState: 'https://evil.example/' });
    expect(brought.headers.location).toMatch(/^\/api\/v1\/accounts\/self-service\/sso\/callback\?/);
    expect((await on.get(String(brought.headers.location))).headers.location).toBe('/dataclouds');
  });

  it('leads a person who is refused back to the sign-in page, which is told why in one word', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml' };
    const brought = await bring('<a/>', { headers });
    expect([brought.statusCode, brought.headers.location]).toEqual([303, '/signin?refused=SINGLE_SIGN_ON_REFUSED']);
    const ended = await browser().get(
      urlOf(sso.callback, { query: { identifier: 'a@example.com', identifierID: 'x' } }),
      headers,
    );
    expect([ended.statusCode, ended.headers.location]).toEqual([303, '/signin?refused=SINGLE_SIGN_ON_REFUSED']);
  });

  it('tells providers what they have to know, from both sides', async () => {
    const told = await anonymousCaller(app).call(sso.metadata, {});
    expect(told).toContain('entityID="http://localhost:8080/api/v1/accounts/self-service/saml/metadata"');
    expect(told).toContain('Location="http://localhost:8080/api/v1/accounts/self-service/saml/acs"');
    expect(told).toContain('WantAssertionsSigned="true"');
    expect(await operator().call(sso.metadata, {})).toBe(told);
  });

  it('forgets what nobody can end any more', async () => {
    await begin(browser());
    wait(3_600);
    await forgetSso(app.deps, app.clock.now());
    for (const table of ['sso_request', 'sso_assertion'] as const)
      expect(await app.deps.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });
});

describe('a form of another site', () => {
  const login = pathOf(accounts.login, 'customer');
  const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

  it('is taken where answers are brought, and nowhere else', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const forged = { method: 'POST', url: login, payload: 'identifier=a@example.com&password=x' } as const;
    const reply = await app.publicListener.inject({ ...forged, headers: { ...elsewhere, ...type } });
    expect([reply.statusCode, reply.json().reason]).toEqual([403, 'CROSS_SITE_REQUEST']);
    const own = await app.publicListener.inject({ ...forged, headers: type });
    expect([own.statusCode, own.json().reason]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('is a form there, with each field once and not too large', async () => {
    const url = pathOf(sso.answer, 'customer');
    const send = (payload: string, type = 'application/x-www-form-urlencoded') =>
      app.publicListener.inject({ method: 'POST', url, payload, headers: { ...elsewhere, 'content-type': type } });
    expect((await send('{}', 'application/json')).statusCode).toBe(415);
    expect((await send('')).statusCode).toBe(400);
    expect((await send('SAMLResponse=a&SAMLResponse=b')).statusCode).toBe(400);
    expect((await send('SAMLResponse=%FF')).statusCode).toBe(401);
    expect((await send(`SAMLResponse=${'a'.repeat(128 * 1024)}`)).statusCode).toBe(413);
  });
});
