import { sso } from '@usance/api/people/sso';
import { urlOf } from '@usance/api/request';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openAdmission } from '#platform/http/load/admission.ts';
import { person } from '#testing/builders.ts';
import { anonymousCaller, internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { forgetSso } from './forget-sso.ts';
import { type Said, type TestProvider, testProvider } from './provider.fixture.ts';
import { bringAnswer, encoded, linked, SignOnBrowser } from './sign-on.fixture.ts';

let app: TestApp;
let idp: TestProvider;
beforeAll(async () => {
  app = await startTestApp();
  idp = testProvider();
  await linked(app, 'example.com', idp);
});
afterAll(() => app.close());

const browser = () => new SignOnBrowser(app, idp);
const answer = (said: Partial<Said>) => browser().answer(said);
const bring = (xml: string, more?: Parameters<typeof bringAnswer>[2]) => bringAnswer(app, encoded(xml), more);
const wait = (seconds: number) => app.clock.pass({ seconds });

describe('single sign-on', () => {
  it('signs in the browser that began it, and returns to the page that it came from', async () => {
    const on = browser();
    const reply = await on.signOn(
      { nameId: 'ada', email: 'Ada@example.com' },
      { from: '/billing-center?month=2026-09' },
    );
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/billing-center?month=2026-09']);
    expect(await on.whoIs()).toBe('ada@example.com');
  });

  it.each([
    'email',
    'mail',
    'emailAddress',
    'User.email',
    'urn:oid:1.2.840.113549.1.9.1',
    'urn:oid:0.9.2342.19200300.100.1.3',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  ])('finds the e-mail in the attribute %s', async (emailName) => {
    const on = browser();
    await on.signOn({ nameId: 'grace', emailName, email: 'grace@example.com' });
    expect(await on.whoIs()).toBe('grace@example.com');
  });

  it('sends the browser to its provider with a request of its own, for our address', async () => {
    const { url, request } = await browser().begin();
    expect(url.origin + url.pathname).toBe('https://idp.example.com/sso');
    expect(request).toContain(
      'AssertionConsumerServiceURL="http://localhost:8080/api/v1/accounts/self-service/saml/acs"',
    );
    expect((await browser().begin()).request).not.toBe(request);
  });

  it('sets the session cookie only on our own page, not where the answer arrives', async () => {
    const on = browser();
    const begun = await on.get(urlOf(sso.begin, { query: { identifier: 'ada@example.com' } }));
    expect(begun.cookies[0]).toMatchObject({
      name: '__Host-sso',
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
      path: '/',
    });
    const { id } = await on.begin();
    const brought = await bring(answer({ inResponseTo: id, nameId: 'ada', email: 'ada@example.com' }));
    expect([brought.statusCode, brought.cookies]).toEqual([303, []]);
    const ended = await on.get(String(brought.headers.location));
    const sid = ended.cookies.find(({ name }) => name === '__Host-sid');
    expect(sid).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
  });

  it('opens one session for one answer, however often it is brought and finished at once', async () => {
    const on = browser();
    const { id } = await on.begin();
    const xml = answer({ inResponseTo: id, nameId: 'once', email: 'once@example.com' });
    const brought = await Promise.all([bring(xml), bring(xml), bring(xml)]);
    expect(brought.map(({ statusCode }) => statusCode).sort()).toEqual([303, 401, 401]);
    const location = String(brought.find(({ statusCode }) => statusCode === 303)?.headers.location);
    const ended = await Promise.all([on.get(location), on.get(location), on.get(location)]);
    expect(ended.map(({ statusCode }) => statusCode).sort()).toEqual([303, 401, 401]);
    expect((await on.get(location)).statusCode).toBe(401);
  });

  it('signs in only the browser that began it', async () => {
    const [mine, theirs] = [browser(), browser()];
    const { id } = await mine.begin();
    await theirs.begin();
    const brought = await bring(answer({ inResponseTo: id, nameId: 'ada', email: 'ada@example.com' }));
    const location = String(brought.headers.location);
    for (const on of [theirs, browser()]) {
      expect((await on.get(location)).statusCode).toBe(401);
      expect(await on.whoIs()).toBe(401);
    }
    expect((await mine.get(location)).statusCode).toBe(303);
  });

  it('expires, at the provider or on the way back', async () => {
    const on = browser();
    const late = await on.begin();
    wait(600);
    expect((await bring(answer({ inResponseTo: late.id, nameId: 'ada', email: 'ada@example.com' }))).statusCode).toBe(
      401,
    );
    const { id } = await on.begin();
    const brought = await bring(answer({ inResponseTo: id, nameId: 'ada', email: 'ada@example.com' }));
    wait(120);
    expect((await on.get(String(brought.headers.location))).statusCode).toBe(401);
  });

  it('needs the ticket and the e-mail that it was issued for', async () => {
    const on = browser();
    const { id } = await on.begin();
    const brought = await bring(answer({ inResponseTo: id, nameId: 'ada', email: 'ada@example.com' }));
    const url = new URL(String(brought.headers.location), 'http://localhost');
    url.searchParams.set('identifier', 'grace@example.com');
    expect((await on.get(url.pathname + url.search)).statusCode).toBe(401);
  });

  it('reveals whether a domain has a provider, but not whether an e-mail has an account', async () => {
    const someone = await person(app);
    for (const identifier of [someone.identifier, 'nobody@EXAMPLE.com']) await browser().begin(identifier);
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
  ])('goes to the first page instead of %j, and ignores RelayState', async (from) => {
    const on = browser();
    const { id } = await on.begin('ada@example.com', from);
    const xml = answer({ inResponseTo: id, nameId: 'ada', email: 'ada@example.com' });
    const brought = await bring(xml, { RelayState: 'https://evil.example/' });
    expect(brought.headers.location).toMatch(/^\/api\/v1\/accounts\/self-service\/sso\/callback\?/);
    expect((await on.get(String(brought.headers.location))).headers.location).toBe('/dataclouds');
  });

  it('sends a refused person back to the sign-in page with the reason', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml' };
    const brought = await bring('<a/>', { headers });
    expect([brought.statusCode, brought.headers.location]).toEqual([303, '/signin?refused=SINGLE_SIGN_ON_REFUSED']);
    const ended = await browser().get(
      urlOf(sso.callback, { query: { identifier: 'a@example.com', identifierID: 'x' } }),
      headers,
    );
    expect([ended.statusCode, ended.headers.location]).toEqual([303, '/signin?refused=SINGLE_SIGN_ON_REFUSED']);
  });

  it('sends them there too from a refusal before parsing, and when the database is down', async () => {
    const headers = { accept: 'text/html' };
    const rates = { anonymous: 1, session: 1, address: 1 };
    const pressure = { maxEventLoopDelay: 0, maxLiveBytes: 0 };
    const busy = await startTestApp({ overload: { admission: openAdmission(), pressure, rates } });
    onTestFinished(() => busy.close());
    await bringAnswer(busy, encoded('<a/>'), { headers });
    const often = await bringAnswer(busy, encoded('<a/>'), { headers });
    expect([often.statusCode, often.headers.location]).toEqual([303, '/signin?refused=TOO_MANY_REQUESTS']);
    const long = await bring('x'.repeat(128 * 1024), { headers });
    expect([long.statusCode, long.headers.location]).toEqual([303, '/signin?refused=FILE_TOO_LARGE']);
    const { id } = await browser().begin();
    const find = vi.spyOn(app.deps.db, 'selectFrom').mockImplementation(() => {
      throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    });
    onTestFinished(() => find.mockRestore());
    const away = await bring(answer({ inResponseTo: id }), { headers });
    expect([away.statusCode, away.headers.location]).toEqual([303, '/signin?refused=UNAVAILABLE']);
  });

  it('publishes its metadata for providers', async () => {
    const told = await anonymousCaller(app).call(sso.metadata, {});
    expect(told).toContain('entityID="http://localhost:8080/api/v1/accounts/self-service/saml/metadata"');
    expect(told).toContain('Location="http://localhost:8080/api/v1/accounts/self-service/saml/acs"');
    expect(told).toContain('WantAssertionsSigned="true"');
    expect(await internalCaller(app).call(sso.metadata, {})).toBe(told);
  });

  it('deletes expired sign-ons', async () => {
    await browser().begin();
    wait(3_600);
    await forgetSso(app.deps, app.clock.now());
    for (const table of ['sso_request', 'sso_assertion'] as const)
      expect(await app.deps.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });
});
