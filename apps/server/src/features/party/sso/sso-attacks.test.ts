import { createHmac } from 'node:crypto';
import { identityProviders } from '@usance/api/identity-provider';
import { requestOf, urlOf } from '@usance/api/request';
import { sso } from '@usance/api/sso';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../app.ts';
import { anonymousCaller, internalCaller } from '../../../testing/callers.ts';
import { startTestApp, type TestApp, testToken } from '../../../testing/test-app.ts';
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

let app: TestApp;
let idp: TestProvider;
let mallory: TestProvider;
let providerId: string;
beforeAll(async () => {
  app = await startTestApp();
  [idp, mallory] = [testProvider(), testProvider()];
  providerId = (await linked('example.com', idp)).id;
});
afterAll(() => app.close());

const bodyOf = (provider: TestProvider) => ({
  name: 'Acme',
  signOnUrl: 'https://idp.example.com/sso',
  certificates: [provider.certificate],
  makesAccounts: true,
});
const linked = (domain: string, provider: TestProvider) =>
  internalCaller(app).call(identityProviders.create, {
    body: { domain, entityId: provider.entityId, ...bodyOf(provider) },
  });

/** The id of a request that waits for its answer. */
async function begun(domain = 'example.com'): Promise<string> {
  const query = { identifier: `eve@${domain}` };
  await anonymousCaller(app).call(sso.begin, { query });
  const rows = await app.deps.db.selectFrom('sso_request').select('id').where('ticket_hash', 'is', null).execute();
  return rows.find(({ id }) => !seen.has(id) && seen.add(id))?.id ?? '';
}
const seen = new Set<string>();

function bring(SAMLResponse: string, listener = app.publicListener) {
  const { method, url, headers, body } = requestOf(sso.answer, { body: { SAMLResponse } });
  return listener.inject({ method, url, payload: body ?? '', headers });
}
const encoded = (xml: string | Buffer) => Buffer.from(xml).toString('base64');

/** Brings it, and answers what came, which is one and the same for whatever is wrong. */
async function outcome(xml: string | Buffer): Promise<string> {
  const reply = await bring(encoded(xml));
  expect(reply.cookies).toEqual([]);
  return reply.statusCode === 303 ? 'believed' : `${reply.statusCode} ${reply.json().message}`;
}
const refused = '401 The single sign-on did not succeed. Please begin it again.';

/** What Eve's provider really says of her, but for what is changed. */
const says = (inResponseTo: string, changed: Partial<Said> = {}) =>
  saidBy(idp, app.clock.now(), { inResponseTo, nameId: 'eve', email: 'eve@example.com', ...changed });
const answer = (inResponseTo: string, changed: Partial<Said> = {}, signing: Signing = {}) =>
  signedResponse(idp, says(inResponseTo, changed), signing);

const minutes = (count: number) => new Date(app.clock.now().getTime() + count * 60_000);

it('believes what these tests send when nothing is wrong with it', async () => {
  expect(await outcome(answer(await begun()))).toBe('believed');
});

describe('an answer is not believed', () => {
  const sha1 = 'http://www.w3.org/2000/09/xmldsig#';
  it.each<[string, () => Signing]>([
    ['that nobody has signed', () => ({ response: false, assertion: false })],
    ['of which the assertion alone is signed', () => ({ response: false })],
    ['of which the response alone is signed', () => ({ assertion: false })],
    ['that another key has signed', () => ({ key: mallory.key })],
    ['that brings the certificate of its own key', () => ({ key: mallory.key, keyInfo: mallory.certificate })],
    ['that is signed over SHA-1', () => ({ signatureAlgorithm: `${sha1}rsa-sha1` })],
    ['whose digest is SHA-1', () => ({ digestAlgorithm: `${sha1}sha1` })],
    ['that is canonical in the old way', () => ({ canonical: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' })],
  ])('%s', async (_, signing) => {
    expect(await outcome(answer(await begun(), {}, signing()))).toBe(refused);
  });

  it('whose signature is made with the certificate for a secret', async () => {
    const hmac = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1';
    const xml = answer(await begun())
      .replaceAll(/http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#rsa-sha256/g, hmac)
      .replaceAll(
        /(<ds:SignatureValue>)[^<]*/g,
        `$1${createHmac('sha1', idp.certificate).update('x').digest('base64')}`,
      );
    expect(await outcome(xml)).toBe(refused);
    const none = answer(await begun()).replaceAll(/(SignatureMethod Algorithm=")[^"]*/g, '$1none');
    expect(await outcome(none)).toBe(refused);
  });

  it.each<[string, () => Partial<Said>]>([
    ['for another audience', () => ({ audience: 'https://other.example/metadata' })],
    ['for another destination', () => ({ destination: 'https://other.example/acs' })],
    ['for no destination', () => ({ destination: '' })],
    ['for another recipient', () => ({ recipient: 'https://other.example/acs' })],
    ['of another issuer', () => ({ issuer: 'https://other.example/saml' })],
    ['that lets nobody in', () => ({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' })],
    ['that has expired', () => ({ notBefore: minutes(-10), notOnOrAfter: minutes(-1) })],
    ['that does not hold yet', () => ({ notBefore: new Date(minutes(1).getTime() + 1) })],
    ['that was issued in the time to come', () => ({ at: new Date(minutes(1).getTime() + 1) })],
    ['that names nobody', () => ({ nameId: '' })],
    ['that names nobody for good', () => ({ format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' })],
    ['of somebody of another domain', () => ({ email: 'eve@other.example' })],
    ['of somebody of a domain below', () => ({ email: 'eve@sub.example.com' })],
    ['of somebody of a domain that ends alike', () => ({ email: 'eve@notexample.com' })],
    ['whose e-mail is none', () => ({ email: 'eve@example.com,@example.com' })],
    ['whose id is none', () => ({ assertionId: "x'] | //*[1" })],
  ])('%s', async (_, changed) => {
    expect(await outcome(answer(await begun(), changed()))).toBe(refused);
  });

  it('whose clock is a minute off, and no more, but is believed', async () => {
    const late = { notBefore: minutes(-10), notOnOrAfter: new Date(minutes(-1).getTime() + 1) };
    expect(await outcome(answer(await begun(), late))).toBe('believed');
    expect(await outcome(answer(await begun(), { notBefore: minutes(1) }))).toBe('believed');
  });

  it('that nobody has asked for', async () => {
    expect(await outcome(answer(''))).toBe(refused);
    expect(await outcome(answer(`_${'0'.repeat(32)}`))).toBe(refused);
    expect(await outcome(answer(await begun()).replace(/ InResponseTo="[^"]*"/, ''))).toBe(refused);
  });

  it('whose response and assertion answer two requests', async () => {
    const [one, other] = [await begun(), await begun()];
    const inside = signedBy(assertionXml(says(other)), 'Assertion', idp);
    expect(await outcome(signedBy(responseXml(says(one), inside), 'Response', idp))).toBe(refused);
  });

  it('that was believed before, by this process or another, under whichever request', async () => {
    const other = await buildApp(app.deps, { version: 'test', internalToken: testToken, strict: true });
    const first = answer(await begun(), { assertionId: '_same' });
    expect(await outcome(first)).toBe('believed');
    for (const listener of [app.publicListener, other.publicListener])
      expect((await bring(encoded(first), listener)).statusCode).toBe(401);
    expect(await outcome(answer(await begun(), { assertionId: '_same' }))).toBe(refused);
    await Promise.all([other.publicListener.close(), other.internalListener.close()]);
  });

  it('of a provider who was not asked, whomever it vouches for', async () => {
    await linked('mallory.example', { ...mallory, entityId: 'https://mallory.example' });
    const theirs = { ...mallory, entityId: 'https://mallory.example' };
    const own = saidBy(theirs, app.clock.now(), { inResponseTo: await begun(), nameId: 'm', email: 'eve@example.com' });
    expect(await outcome(signedResponse(theirs, own))).toBe(refused);
    const asked = { ...own, inResponseTo: await begun('mallory.example') };
    expect(await outcome(signedResponse(theirs, asked))).toBe(refused);
    expect(await outcome(signedResponse(theirs, { ...asked, email: 'm@mallory.example' }))).toBe('believed');
  });

  it('that is signed with a key that was taken out meanwhile', async () => {
    const id = await begun();
    const params = { id: providerId };
    await internalCaller(app).call(identityProviders.update, { params, body: bodyOf(mallory) });
    expect(await outcome(answer(id))).toBe(refused);
    const both = { ...bodyOf(idp), certificates: [mallory.certificate, idp.certificate] };
    await internalCaller(app).call(identityProviders.update, { params, body: both });
    expect(await outcome(answer(id))).toBe('believed');
    await internalCaller(app).call(identityProviders.update, { params, body: bodyOf(idp) });
  });
});

describe('what Eve makes of her own answer does not make her Ada', () => {
  /** Her answer in its pieces, and what she would like it to say. */
  async function pieces() {
    const id = await begun();
    const whole = answer(id);
    const assertion = /<saml:Assertion .*<\/saml:Assertion>/s.exec(whole)?.[0] ?? '';
    const signatures = whole.match(/<ds:Signature .*?<\/ds:Signature>/gs) ?? [];
    const [ofResponse = '', ofAssertion = ''] = signatures;
    const bare = assertion.replace(ofAssertion, '');
    const forged = assertionXml({ ...says(id), nameId: 'ada', email: 'ada@example.com', assertionId: '_forged' });
    const forgedBy = (inner: string) => forged.replace('</saml:Issuer>', `</saml:Issuer>${inner}`);
    expect(ofAssertion === '' || ofResponse === '' || bare === assertion).toBe(false);
    return { id, whole, assertion, bare, ofResponse, ofAssertion, forged, forgedBy };
  }
  const intoSignature = (signature: string, inside: string) =>
    signature.replace('</ds:Signature>', `<ds:Object>${inside}</ds:Object></ds:Signature>`);

  it.each<[string, (p: Awaited<ReturnType<typeof pieces>>) => string]>([
    [
      'XSW1: the response that was signed inside the signature of another',
      ({ whole, ofResponse, assertion, forged }) =>
        whole
          .replace(assertion, forged)
          .replace(/ID="_response[^"]*"/, 'ID="_outer"')
          .replace(ofResponse, intoSignature(ofResponse, whole.replace(ofResponse, ''))),
    ],
    [
      'XSW2: the response that was signed beside its signature',
      ({ whole, ofResponse, assertion, forged }) =>
        whole
          .replace(assertion, forged)
          .replace(/ID="_response[^"]*"/, 'ID="_outer"')
          .replace(ofResponse, whole.replace(ofResponse, '') + ofResponse),
    ],
    [
      'XSW3: another assertion before the one that was signed',
      ({ whole, assertion, forged }) => whole.replace(assertion, forged + assertion),
    ],
    [
      'XSW4: the assertion that was signed inside another',
      ({ whole, assertion, forged }) =>
        whole.replace(assertion, forged.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`)),
    ],
    [
      'XSW5: the signature in another assertion, what was signed at the end',
      ({ whole, assertion, bare, ofAssertion, forgedBy }) => whole.replace(assertion, forgedBy(ofAssertion) + bare),
    ],
    [
      'XSW6: the signature in another assertion, what was signed inside it',
      ({ whole, assertion, bare, ofAssertion, forgedBy }) =>
        whole.replace(assertion, forgedBy(ofAssertion.replace('</ds:Signature>', `${bare}</ds:Signature>`))),
    ],
    [
      'XSW7: another assertion among extensions',
      ({ whole, assertion, forged }) =>
        whole.replace(assertion, `<samlp:Extensions>${forged}</samlp:Extensions>${assertion}`),
    ],
    [
      'XSW8: the assertion that was signed as an object of the signature in another',
      ({ whole, assertion, bare, ofAssertion, forgedBy }) =>
        whole.replace(assertion, forgedBy(intoSignature(ofAssertion, bare))),
    ],
    ['another name', ({ whole }) => whole.replace('>eve<', '>ada<')],
    ['another e-mail', ({ whole }) => whole.replace('eve@', 'ada@')],
    ['a comment in the name', ({ whole }) => whole.replace('>eve<', '>ada<!-- -->eve<')],
    ['raw text for the name', ({ whole }) => whole.replace('>eve<', '><![CDATA[eve]]><')],
    ['an instruction in the name', ({ whole }) => whole.replace('>eve<', '>eve<?x y?><')],
    ['a document type', ({ whole }) => `<!DOCTYPE x>${whole}`],
    [
      'a file of ours',
      ({ whole }) => `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${whole.replace('>eve<', '>&f;<')}`,
    ],
    ['an entity that nobody has declared', ({ whole }) => whole.replace('>eve<', '>&f;<')],
    ['a second id by another name', ({ whole }) => whole.replace(' Version="2.0"', ' samlp:ID="_x" Version="2.0"')],
    ['an id that is there twice', ({ whole }) => whole.replace('<samlp:Status>', '<samlp:Status ID="_x"><x ID="_x"/>')],
    ['a namespace that is no address', ({ whole }) => whole.replace('<samlp:Status>', '<samlp:Status xmlns:n="1">')],
    [
      'more attributes than anybody has',
      ({ whole }) =>
        whole.replace(
          '<samlp:Status>',
          `<samlp:Status${Array.from({ length: 21 }, (_, index) => ` a${index}=""`).join('')}>`,
        ),
    ],
    [
      'a depth that only a parser sees, where no signature looks',
      ({ whole }) =>
        whole.replace('</ds:Signature>', `${'<a b="/>">'.repeat(900)}${'</a>'.repeat(900)}</ds:Signature>`),
    ],
    [
      'more attributes in all than anybody has, where no signature looks',
      ({ whole }) => whole.replace('</ds:Signature>', `${'<a b="" c="" d="" e=""/>'.repeat(900)}</ds:Signature>`),
    ],
    [
      'a second signature of the response',
      ({ whole, ofResponse }) => whole.replace(ofResponse, ofResponse + ofResponse),
    ],
    ['a second reference', ({ whole }) => whole.replace(/(<ds:Reference .*?<\/ds:Reference>)/s, '$1$1')],
    ['a reference to everything', ({ whole }) => whole.replace(/URI="#[^"]*"/, 'URI=""')],
    [
      'an assertion of another namespace',
      ({ whole, assertion }) => whole.replace(assertion, `${assertion}<x:Assertion xmlns:x="urn:x"/>`),
    ],
    ['an end that comes too soon', ({ whole }) => whole.slice(0, -5)],
    ['two roots', ({ whole }) => whole + whole],
  ])('%s', async (_, change) => {
    const made = await pieces();
    const xml = change(made);
    expect(xml).not.toBe(made.whole);
    expect(await outcome(xml)).toBe(refused);
    // Her own is still as good as before: what is forged uses up nothing.
    expect(await outcome(made.whole)).toBe('believed');
  });

  it('a signed error with an assertion hidden in a decoy of a signature', async () => {
    const id = await begun();
    const error = responseXml({ ...says(id), status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }, '');
    const own = signedBy(error, 'Response', idp);
    const forged = assertionXml({ ...says(id), nameId: 'ada', email: 'ada@example.com', assertionId: '_forged' });
    const decoy = `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo/>${forged}</ds:Signature>`;
    for (const xml of [
      own.replace('<ds:Signature ', `${decoy}<ds:Signature `),
      own.replace('</samlp:Response>', `${decoy}</samlp:Response>`),
    ])
      expect(await outcome(xml)).toBe(refused);
    expect(await outcome(own)).toBe(refused);
  });
});

describe('what is no answer at all is refused before any signature is looked at', () => {
  it.each<[string, () => string | Buffer]>([
    ['nothing that is XML', () => 'hello'],
    ['an empty element', () => '<a/>'],
    ['a tree that is deep', () => `${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`],
    ['a tree that is broad', () => `<a>${'<b/>'.repeat(20_000)}</a>`],
    ['bytes that are no UTF-8', () => Buffer.from([0x3c, 0xff, 0xfe, 0x3e])],
    [
      'an assertion that only others can read',
      () => responseXml(says(`_${'0'.repeat(32)}`), '<x:EncryptedAssertion xmlns:x="urn:x"/>'),
    ],
  ])('%s', async (_, xml) => {
    expect(await outcome(xml())).toBe(refused);
  });

  it('what is no base64, and ten megabytes', async () => {
    expect((await bring('%%%')).statusCode).toBe(401);
    expect((await bring('a'.repeat(10 * 2 ** 20))).statusCode).toBe(413);
  });
});

it('believes hundreds of roles, each with three attributes', async () => {
  const role =
    '<saml:AttributeValue xmlns:xs="urn:x" xmlns:xsi="urn:y" xsi:type="xs:string">role</saml:AttributeValue>';
  const id = await begun();
  const roles = `<saml:AttributeStatement><saml:Attribute Name="Role">${role.repeat(800)}</saml:Attribute></saml:AttributeStatement></saml:Assertion>`;
  const assertion = signedBy(assertionXml(says(id)).replace('</saml:Assertion>', roles), 'Assertion', idp);
  expect(await outcome(signedBy(responseXml(says(id), assertion), 'Response', idp))).toBe('believed');
});

it('a ticket opens nothing without the browser that it is for', async () => {
  const reply = await bring(encoded(answer(await begun())));
  const { pathname, search } = new URL(String(reply.headers.location), 'http://localhost');
  expect(pathname).toBe(new URL(urlOf(sso.callback), 'http://localhost').pathname);
  expect((await app.publicListener.inject({ url: pathname + search })).statusCode).toBe(401);
  const made = await app.deps.db.selectFrom('session').select('id').execute();
  expect(made).toEqual([]);
});
