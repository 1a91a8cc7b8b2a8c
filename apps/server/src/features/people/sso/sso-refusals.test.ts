import { identityProviders } from '@usance/api/people/identity-provider';
import { signOnRefusals, sso } from '@usance/api/people/sso';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { forgetSso } from './forget-sso.ts';
import { type Said, type Signing, type TestProvider, testProvider } from './provider.fixture.ts';
import { bringAnswer, encoded, linked, SignOnBrowser } from './sign-on.fixture.ts';

let app: TestApp;
let idp: TestProvider;
let mallory: TestProvider;
beforeAll(async () => {
  app = await startTestApp();
  [idp, mallory] = [testProvider(), testProvider()];
  await linked(app, 'example.com', idp, false);
  await linked(app, 'other.example', { ...mallory, entityId: 'https://other.example' });
});
afterAll(() => app.close());

const minutes = (count: number) => new Date(app.clock.now().getTime() + count * 60_000);

async function refusalsOf(domain = 'example.com') {
  const { items } = await internalCaller(app).call(identityProviders.list, { query: {} });
  return items.find((provider) => provider.domain === domain)?.lastRefusals;
}

/** Sends a changed answer of Eve's provider. */
async function bring(said: Partial<Said> = {}, signing: Signing = {}, change = (xml: string) => xml) {
  const on = new SignOnBrowser(app, idp);
  const { id } = await on.begin('eve@example.com');
  const xml = on.answer({ inResponseTo: id, nameId: 'eve', email: 'eve@example.com', ...said }, signing);
  return { on, reply: await bringAnswer(app, encoded(change(xml))) };
}

describe('the reason of a refused sign-on is listed with its provider', () => {
  it.each<[string, () => Parameters<typeof bring>, RegExp]>([
    ['audience', () => [{ audience: 'urn:other' }], /^Its audience is not http:.*\/saml\/metadata\.$/],
    [
      'clock',
      () => [{ notBefore: minutes(-10), notOnOrAfter: minutes(-5) }],
      /^It holds until .*, and here it is .*Z\.$/,
    ],
    ['clock', () => [{ at: minutes(10) }], /^It was issued at /],
    ['signature', () => [{}, { key: mallory.key }], /^Its signature fits no linked certificate/],
    [
      'signature',
      () => [{}, { response: false, assertion: false }],
      /^Neither the response nor the assertion is signed\.$/,
    ],
    [
      'signature',
      () => [{}, { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
      /^It is not signed by RSA with SHA-256 or better\.$/,
    ],
    ['email', () => [{ emailName: 'nickname' }], /^It gives no e-mail address/],
    ['email', () => [{ email: 'eve@elsewhere.example' }], /^Its e-mail address is not of example\.com\.$/],
    ['issuer', () => [{ issuer: 'urn:other' }], /^The issuer of the response is not https:\/\/idp/],
    ['address', () => [{ destination: 'https://other.example' }], /^The destination of the response is not http:/],
    ['denied', () => [{ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }], /says that the sign-on failed/],
    ['person', () => [{ format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }], /^Its NameIDs are transient/],
    ['form', () => [{}, {}, (xml) => xml.replaceAll('saml:Assertion', 'saml:EncryptedAssertion')], /is encrypted\.$/],
    ['form', () => [{}, {}, (xml) => xml.replace('<samlp:Status>', '<secret>')], /^It is not XML\.$/],
  ])('%s', async (about, given, message) => {
    const { reply } = await bring(...given());
    expect(reply.statusCode).toBe(401);
    expect((await refusalsOf())?.[0]).toEqual({
      gmtTime: app.clock.now().toISOString(),
      about,
      message: expect.stringMatching(message),
    });
  });

  it('if there is no account, and the provider may not create one', async () => {
    const { on, reply } = await bring();
    const ended = await on.get(String(reply.headers.location));
    expect(ended.statusCode).toBeGreaterThanOrEqual(303);
    expect((await refusalsOf())?.[0]).toMatchObject({
      about: 'account',
      message: expect.stringContaining('No account has'),
    });
  });

  it('and with no other, nor if an answer names no request of it', async () => {
    const before = await refusalsOf();
    const on = new SignOnBrowser(app, idp);
    await bringAnswer(app, encoded(on.answer({ inResponseTo: `_${'0'.repeat(32)}` })));
    await bringAnswer(app, encoded('hello'));
    expect(await refusalsOf()).toEqual(before);
    expect(await refusalsOf('other.example')).toEqual([]);
  });

  it('for the last twenty, even of concurrent ones, and for thirty days', async () => {
    await Promise.all(Array.from({ length: 25 }, () => bring({ audience: 'urn:other' })));
    expect(await refusalsOf()).toHaveLength(20);
    app.clock.pass({ seconds: 30 * 24 * 3_600 - 1 });
    await forgetSso(app.deps, app.clock.now());
    expect(await refusalsOf()).toHaveLength(20);
    app.clock.pass({ seconds: 1 });
    await forgetSso(app.deps, app.clock.now());
    expect(await refusalsOf()).toEqual([]);
  });
});

it('the console knows each reason that a sign-on itself declares', () => {
  const comesBack = Object.values(sso).flatMap((call) => ('redirects' in call ? call.refusals : []));
  expect(new Set(comesBack)).toEqual(new Set(signOnRefusals));
});
