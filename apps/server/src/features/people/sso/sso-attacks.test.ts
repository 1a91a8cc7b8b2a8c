import { sso } from '@usance/api/people/sso';
import { urlOf } from '@usance/api/request';
import { DOMParser } from '@xmldom/xmldom';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openAdmission } from '#platform/http/load/admission.ts';
import { ThreadEnded } from '#platform/process/thread.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
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
import { answersThread } from './saml/read-answer.ts';
import { bringAnswer, encoded, linked, outcomeOf, SignOnBrowser, unbelieved } from './sign-on.fixture.ts';

let app: TestApp;
let idp: TestProvider;
beforeAll(async () => {
  app = await startTestApp();
  idp = testProvider();
  await linked(app, 'example.com', idp);
});
afterAll(() => app.close());

/** The id of a pending request. */
const begun = async (domain = 'example.com') => (await new SignOnBrowser(app, idp).begin(`eve@${domain}`)).id;
const outcome = (xml: string | Buffer) => outcomeOf(app, xml);

/** The true content of Eve's answer, except for the changes. */
const says = (inResponseTo: string, changed: Partial<Said> = {}) =>
  saidBy(idp, app.clock.now(), { inResponseTo, nameId: 'eve', email: 'eve@example.com', ...changed });
const answer = (inResponseTo: string, signing: Signing = {}) => signedResponse(idp, says(inResponseTo), signing);

type Mode = 'both' | 'assertion' | 'response';
const signings: Readonly<Record<Mode, Signing>> = {
  both: {},
  assertion: { response: false },
  response: { assertion: false },
};

describe('Eve cannot sign in as Ada by changing her own answer', () => {
  /** The parts of Eve's answer, and the content that she wants. A part that is not signed has no signature. */
  async function pieces(mode: Mode) {
    const id = await begun();
    const whole = answer(id, signings[mode]);
    const assertion = /<saml:Assertion .*<\/saml:Assertion>/s.exec(whole)?.[0] ?? '';
    const signature = /<ds:Signature .*?<\/ds:Signature>/s;
    const ofAssertion = signature.exec(assertion)?.[0] ?? '';
    const ofResponse = signature.exec(whole.replace(assertion, ''))?.[0] ?? '';
    const bare = assertion.replace(ofAssertion, '');
    const forged = assertionXml({ ...says(id), nameId: 'ada', email: 'ada@example.com', assertionId: '_forged' });
    const forgedBy = (inner: string) => forged.replace('</saml:Issuer>', `</saml:Issuer>${inner}`);
    expect([ofResponse !== '', ofAssertion !== '']).toEqual([mode !== 'assertion', mode !== 'response']);
    /** The signature that an attack moves elsewhere, and the answer without it. */
    const carried = ofAssertion || ofResponse;
    const rest = ofAssertion === '' ? whole.replace(ofResponse, '') : whole;
    return { id, whole, assertion, bare, ofResponse, ofAssertion, carried, rest, forged, forgedBy };
  }
  const intoSignature = (signature: string, inside: string) =>
    signature.replace('</ds:Signature>', `<ds:Object>${inside}</ds:Object></ds:Signature>`);

  type Change = (p: Awaited<ReturnType<typeof pieces>>) => string;
  const changes: readonly [string, Change, ...Mode[]][] = [
    [
      'XSW1: the response that was signed inside the signature of another',
      ({ whole, ofResponse, assertion, forged }) =>
        whole
          .replace(assertion, forged)
          .replace(/ID="_response[^"]*"/, 'ID="_outer"')
          .replace(ofResponse, intoSignature(ofResponse, whole.replace(ofResponse, ''))),
      'both',
      'response',
    ],
    [
      'XSW2: the response that was signed beside its signature',
      ({ whole, ofResponse, assertion, forged }) =>
        whole
          .replace(assertion, forged)
          .replace(/ID="_response[^"]*"/, 'ID="_outer"')
          .replace(ofResponse, whole.replace(ofResponse, '') + ofResponse),
      'both',
      'response',
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
      ({ rest, assertion, bare, carried, forgedBy }) => rest.replace(assertion, forgedBy(carried) + bare),
    ],
    [
      'XSW6: the signature in another assertion, what was signed inside it',
      ({ rest, assertion, bare, carried, forgedBy }) =>
        rest.replace(assertion, forgedBy(carried.replace('</ds:Signature>', `${bare}</ds:Signature>`))),
    ],
    [
      'XSW7: another assertion among extensions',
      ({ whole, assertion, forged }) =>
        whole.replace(assertion, `<samlp:Extensions>${forged}</samlp:Extensions>${assertion}`),
    ],
    [
      'XSW8: the assertion that was signed as an object of the signature in another',
      ({ rest, assertion, bare, carried, forgedBy }) => rest.replace(assertion, forgedBy(intoSignature(carried, bare))),
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
    ['an undeclared entity', ({ whole }) => whole.replace('>eve<', '>&f;<')],
    ['a second id by another name', ({ whole }) => whole.replace(' Version="2.0"', ' samlp:ID="_x" Version="2.0"')],
    ['a duplicate id', ({ whole }) => whole.replace('<samlp:Status>', '<samlp:Status ID="_x"><x ID="_x"/>')],
    ['a namespace that is not a URI', ({ whole }) => whole.replace('<samlp:Status>', '<samlp:Status xmlns:n="1">')],
    [
      'too many attributes of one element',
      ({ whole }) =>
        whole.replace(
          '<samlp:Status>',
          `<samlp:Status${Array.from({ length: 21 }, (_, index) => ` a${index}=""`).join('')}>`,
        ),
    ],
    [
      'nesting that only a parser sees, outside the signature',
      ({ whole }) =>
        whole.replace('</ds:Signature>', `${'<a b="/>">'.repeat(900)}${'</a>'.repeat(900)}</ds:Signature>`),
    ],
    [
      'nesting hidden by values, outside the signature',
      ({ whole }) =>
        whole.replace('</ds:Signature>', `${'<a b="<c/>">'.repeat(900)}${'</a>'.repeat(900)}</ds:Signature>`),
    ],
    [
      'too many attributes in all, outside the signature',
      ({ whole }) => whole.replace('</ds:Signature>', `${'<a b="" c="" d="" e=""/>'.repeat(900)}</ds:Signature>`),
    ],
    [
      'a second signature of the response',
      ({ whole, ofResponse }) => whole.replace(ofResponse, ofResponse + ofResponse),
      'both',
      'response',
    ],
    [
      'a second signature of the assertion',
      ({ whole, ofAssertion }) => whole.replace(ofAssertion, ofAssertion + ofAssertion),
      'both',
      'assertion',
    ],
    [
      'her signature around what she would like it to say',
      ({ rest, assertion, carried, forgedBy }) => rest.replace(assertion, forgedBy(carried)),
    ],
    [
      'no signature at all',
      ({ whole, ofResponse, ofAssertion }) => whole.replace(ofResponse, '').replace(ofAssertion, ''),
    ],
    [
      'her signature where no reader looks for it',
      ({ rest, carried }) =>
        rest
          .replace(carried, '')
          .replace('<samlp:Status>', `<samlp:Extensions>${carried}</samlp:Extensions><samlp:Status>`),
    ],
    ['a second reference', ({ whole }) => whole.replace(/(<ds:Reference .*?<\/ds:Reference>)/s, '$1$1')],
    ['a reference to everything', ({ whole }) => whole.replace(/URI="#[^"]*"/, 'URI=""')],
    [
      'an assertion of another namespace',
      ({ whole, assertion }) => whole.replace(assertion, `${assertion}<x:Assertion xmlns:x="urn:x"/>`),
    ],
    ['an end that comes too soon', ({ whole }) => whole.slice(0, -5)],
    ['two roots', ({ whole }) => whole + whole],
  ];
  const modes: readonly Mode[] = ['both', 'assertion', 'response'];
  const cases = modes.flatMap((mode) =>
    changes
      .filter(([, , ...fit]) => fit.length === 0 || fit.includes(mode))
      .map(([name, change]): [Mode, string, Change] => [mode, name, change]),
  );

  it.each(cases)('where %s is signed: %s', async (mode, _, change) => {
    const made = await pieces(mode);
    const xml = change(made);
    expect(xml).not.toBe(made.whole);
    expect(await outcome(xml)).toBe(unbelieved);
    // The genuine answer still works: a forgery uses up nothing.
    expect(await outcome(made.whole)).toBe('believed');
  });

  it('an assertion that was signed in an answer to another request', async () => {
    const [one, other] = [await begun(), await begun()];
    const signed = signedBy(assertionXml(says(other)), 'Assertion', idp);
    expect(await outcome(responseXml(says(one), signed))).toBe(unbelieved);
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
      expect(await outcome(xml)).toBe(unbelieved);
    expect(await outcome(own)).toBe(unbelieved);
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

it('answers are not parsed on the event loop', async () => {
  const whole = answer(await begun());
  const parse = vi.spyOn(DOMParser.prototype, 'parseFromString');
  onTestFinished(() => parse.mockRestore());
  expect(await outcome(whole.replace('>eve<', '>ada<'))).toBe(unbelieved);
  expect(await outcome(whole)).toBe('believed');
  expect(parse).not.toHaveBeenCalled();
});

it('if the thread ends meanwhile, the sender is asked to send the answer again, which then works', async () => {
  const whole = answer(await begun());
  const ask = vi.spyOn(answersThread, 'ask').mockRejectedValueOnce(new ThreadEnded('The thread has ended'));
  onTestFinished(() => ask.mockRestore());
  const reply = await bringAnswer(app, encoded(whole));
  expect(reply.statusCode).toBe(503);
  expect(reply.headers['retry-after']).toBe('5');
  expect(await outcome(whole)).toBe('believed');
});

it('answers being verified do not hold up other writes, nor the reverse', async () => {
  const admission = openAdmission({ waitMs: 0 });
  const pressure = { maxEventLoopDelay: 0, maxLiveBytes: 0 };
  const rates = { anonymous: 1_000, session: 1_000, address: 1_000 };
  const busy = await startTestApp({ overload: { admission, pressure, rates } });
  onTestFinished(() => busy.close());
  await linked(busy, 'example.com', idp);
  const { write, 'sign-on': reading } = admission.customer.work;
  const places = [await reading.take(), await reading.take()];
  const browser = new SignOnBrowser(busy, idp);
  const { id } = await browser.begin('eve@example.com');
  const eve = browser.answer({ inResponseTo: id, nameId: 'eve', email: 'eve@example.com' });
  expect((await bringAnswer(busy, encoded(eve))).statusCode).toBe(503);
  for (const place of places) place.end();
  const writes = [await write.take(), await write.take(), await write.take(), await write.take()];
  expect(await outcomeOf(busy, eve)).toBe('believed');
  for (const other of writes) other.end();
});

it('a ticket works only in the browser that began the sign-on', async () => {
  const reply = await bringAnswer(app, encoded(answer(await begun())));
  const { pathname, search } = new URL(String(reply.headers.location), 'http://localhost');
  expect(pathname).toBe(new URL(urlOf(sso.callback), 'http://localhost').pathname);
  expect((await app.publicListener.inject({ url: pathname + search })).statusCode).toBe(401);
  const made = await app.deps.db.selectFrom('session').select('id').execute();
  expect(made).toEqual([]);
});
