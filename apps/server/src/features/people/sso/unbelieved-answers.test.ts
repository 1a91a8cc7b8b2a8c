import { createHmac } from 'node:crypto';
import { identityProviders } from '@usance/api/people/identity-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp, testToken } from '#testing/test-app.ts';
import { buildApp } from '../../../app.ts';
import {
  assertionXml,
  responseXml,
  type Said,
  type Signing,
  saidBy,
  signedBy,
  signedResponse,
  type TestProvider,
  testProvider,
} from './provider.fixture.ts';
import { bringAnswer, encoded, linkBody, linked, outcomeOf, SignOnBrowser, unbelieved } from './sign-on.fixture.ts';

let app: TestApp;
let idp: TestProvider;
let mallory: TestProvider;
let providerId: string;
beforeAll(async () => {
  app = await startTestApp();
  [idp, mallory] = [testProvider(), testProvider()];
  providerId = (await linked(app, 'example.com', idp)).id;
});
afterAll(() => app.close());

/** The id of a pending request. */
const begun = async (domain = 'example.com') => (await new SignOnBrowser(app, idp).begin(`eve@${domain}`)).id;
const outcome = (xml: string | Buffer) => outcomeOf(app, xml);

/** The true content of Eve's answer, except for the changes. */
const says = (inResponseTo: string, changed: Partial<Said> = {}) =>
  saidBy(idp, app.clock.now(), { inResponseTo, nameId: 'eve', email: 'eve@example.com', ...changed });
const answer = (inResponseTo: string, changed: Partial<Said> = {}, signing: Signing = {}) =>
  signedResponse(idp, says(inResponseTo, changed), signing);

const minutes = (count: number) => new Date(app.clock.now().getTime() + count * 60_000);

it.each<[string, Signing]>([
  ['both', {}],
  ['the assertion alone', { response: false }],
  ['the response alone', { assertion: false }],
])('accepts the unchanged answer of these tests if %s is signed', async (_, signing) => {
  expect(await outcome(answer(await begun(), {}, signing))).toBe('believed');
});

it('accepts a signed response that declares the namespaces of its assertion', async () => {
  const said = says(await begun());
  const declared = / xmlns:saml="[^"]*"/;
  const [declaration = ''] = declared.exec(assertionXml(said)) ?? [];
  const bare = responseXml(said, assertionXml(said)).replaceAll(new RegExp(declared, 'g'), '');
  const xml = bare.replace('<samlp:Response', `<samlp:Response${declaration}`);
  expect(await outcome(signedBy(xml, 'Response', idp))).toBe('believed');
});

it.each<[string, Signing]>([
  ['the assertion', { response: false }],
  ['the response', { assertion: false }],
])('checks an answer signed only in %s against its request', async (_, signing) => {
  for (const changed of [
    { audience: 'https://other.example/metadata' },
    { recipient: 'https://other.example/acs' },
    { issuer: 'https://other.example/saml' },
    { notBefore: minutes(-10), notOnOrAfter: minutes(-1) },
    { email: 'eve@other.example' },
  ])
    expect(await outcome(answer(await begun(), changed, signing))).toBe(unbelieved);
});

it('refuses a part whose own signature does not hold, even if the other’s holds', async () => {
  const id = await begun();
  const theirs = signedBy(assertionXml(says(id)), 'Assertion', mallory);
  expect(await outcome(signedBy(responseXml(says(id), theirs), 'Response', idp))).toBe(unbelieved);
  const ours = signedBy(assertionXml(says(id)), 'Assertion', idp);
  expect(await outcome(signedBy(responseXml(says(id), ours), 'Response', mallory))).toBe(unbelieved);
});

describe('an answer is refused', () => {
  const sha1 = 'http://www.w3.org/2000/09/xmldsig#';
  it.each<[string, () => Signing]>([
    ['that is not signed', () => ({ response: false, assertion: false })],
    ['that another key has signed', () => ({ key: mallory.key })],
    ['whose assertion alone is signed, by another key', () => ({ response: false, key: mallory.key })],
    ['whose response alone is signed, by another key', () => ({ assertion: false, key: mallory.key })],
    ['that brings the certificate of its own key', () => ({ key: mallory.key, keyInfo: mallory.certificate })],
    ['that is signed over SHA-1', () => ({ signatureAlgorithm: `${sha1}rsa-sha1` })],
    ['whose digest is SHA-1', () => ({ digestAlgorithm: `${sha1}sha1` })],
    ['with inclusive canonicalization', () => ({ canonical: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' })],
  ])('%s', async (_, signing) => {
    expect(await outcome(answer(await begun(), {}, signing()))).toBe(unbelieved);
  });

  it('whose signature uses the certificate as an HMAC secret', async () => {
    const hmac = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1';
    const xml = answer(await begun())
      .replaceAll(/http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#rsa-sha256/g, hmac)
      .replaceAll(
        /(<ds:SignatureValue>)[^<]*/g,
        `$1${createHmac('sha1', idp.certificate).update('x').digest('base64')}`,
      );
    expect(await outcome(xml)).toBe(unbelieved);
    const none = answer(await begun()).replaceAll(/(SignatureMethod Algorithm=")[^"]*/g, '$1none');
    expect(await outcome(none)).toBe(unbelieved);
  });

  it.each<[string, () => Partial<Said>]>([
    ['for another audience', () => ({ audience: 'https://other.example/metadata' })],
    ['for another destination', () => ({ destination: 'https://other.example/acs' })],
    ['for no destination', () => ({ destination: '' })],
    ['for another recipient', () => ({ recipient: 'https://other.example/acs' })],
    ['of another issuer', () => ({ issuer: 'https://other.example/saml' })],
    ['of a failed sign-on', () => ({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' })],
    ['that has expired', () => ({ notBefore: minutes(-10), notOnOrAfter: minutes(-1) })],
    ['that does not hold yet', () => ({ notBefore: new Date(minutes(1).getTime() + 1) })],
    ['that was issued in the future', () => ({ at: new Date(minutes(1).getTime() + 1) })],
    ['that names no person', () => ({ nameId: '' })],
    ['with a transient name', () => ({ format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' })],
    ['about a person of another domain', () => ({ email: 'eve@other.example' })],
    ['about a person of a subdomain', () => ({ email: 'eve@sub.example.com' })],
    ['about a person of a domain with the same ending', () => ({ email: 'eve@notexample.com' })],
    ['with a malformed e-mail', () => ({ email: 'eve@example.com,@example.com' })],
    ['with a malformed id', () => ({ assertionId: "x'] | //*[1" })],
  ])('%s', async (_, changed) => {
    expect(await outcome(answer(await begun(), changed()))).toBe(unbelieved);
  });

  it('if its clock is more than a minute off, and accepted up to that', async () => {
    const late = { notBefore: minutes(-10), notOnOrAfter: new Date(minutes(-1).getTime() + 1) };
    expect(await outcome(answer(await begun(), late))).toBe('believed');
    expect(await outcome(answer(await begun(), { notBefore: minutes(1) }))).toBe('believed');
  });

  it('that answers no request', async () => {
    expect(await outcome(answer(''))).toBe(unbelieved);
    expect(await outcome(answer(`_${'0'.repeat(32)}`))).toBe(unbelieved);
    expect(await outcome(answer(await begun()).replace(/ InResponseTo="[^"]*"/, ''))).toBe(unbelieved);
  });

  it('whose response and assertion name different requests', async () => {
    const [one, other] = [await begun(), await begun()];
    const inside = signedBy(assertionXml(says(other)), 'Assertion', idp);
    expect(await outcome(signedBy(responseXml(says(one), inside), 'Response', idp))).toBe(unbelieved);
  });

  it('that was accepted before, by this process or another, for any request', async () => {
    const other = await buildApp(app.deps, { internalToken: testToken, strict: true });
    const first = answer(await begun(), { assertionId: '_same' });
    expect(await outcome(first)).toBe('believed');
    for (const listener of [app.publicListener, other.publicListener])
      expect((await bringAnswer(app, encoded(first), { listener })).statusCode).toBe(401);
    expect(await outcome(answer(await begun(), { assertionId: '_same' }))).toBe(unbelieved);
    await Promise.all([other.publicListener.close(), other.internalListener.close()]);
  });

  it('from a provider that was not asked, for any person', async () => {
    await linked(app, 'mallory.example', { ...mallory, entityId: 'https://mallory.example' });
    const theirs = { ...mallory, entityId: 'https://mallory.example' };
    const own = saidBy(theirs, app.clock.now(), { inResponseTo: await begun(), nameId: 'm', email: 'eve@example.com' });
    expect(await outcome(signedResponse(theirs, own))).toBe(unbelieved);
    const asked = { ...own, inResponseTo: await begun('mallory.example') };
    expect(await outcome(signedResponse(theirs, asked))).toBe(unbelieved);
    expect(await outcome(signedResponse(theirs, { ...asked, email: 'm@mallory.example' }))).toBe('believed');
  });

  it('that is signed with a key removed meanwhile', async () => {
    const id = await begun();
    const params = { id: providerId };
    await internalCaller(app).call(identityProviders.update, { params, body: linkBody(mallory) });
    expect(await outcome(answer(id))).toBe(unbelieved);
    const both = { ...linkBody(idp), certificates: [mallory.certificate, idp.certificate] };
    await internalCaller(app).call(identityProviders.update, { params, body: both });
    expect(await outcome(answer(id))).toBe('believed');
    await internalCaller(app).call(identityProviders.update, { params, body: linkBody(idp) });
  });
});

describe('malformed input is refused before any signature is checked', () => {
  it.each<[string, () => string | Buffer]>([
    ['no XML', () => 'hello'],
    ['an empty element', () => '<a/>'],
    ['a deep tree', () => `${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`],
    ['a broad tree', () => `<a>${'<b/>'.repeat(20_000)}</a>`],
    ['invalid UTF-8', () => Buffer.from([0x3c, 0xff, 0xfe, 0x3e])],
    [
      'an encrypted assertion',
      () => responseXml(says(`_${'0'.repeat(32)}`), '<x:EncryptedAssertion xmlns:x="urn:x"/>'),
    ],
  ])('%s', async (_, xml) => {
    expect(await outcome(xml())).toBe(unbelieved);
  });

  it('invalid base64, and ten megabytes', async () => {
    expect((await bringAnswer(app, '%%%')).statusCode).toBe(401);
    expect((await bringAnswer(app, 'a'.repeat(10 * 2 ** 20))).statusCode).toBe(413);
  });
});
