import { SAML, type SamlConfig, ValidateInResponseTo } from '@node-saml/node-saml';
import { email } from '@usance/api/email';
import { attributeOf, childrenOf, elementsOf, namespaces } from './elements.ts';
import type { ServiceProvider } from './service-provider.ts';
import { parsed, type SignedParts, type SoundResponse } from './sound-response.ts';
import { believe, Untrusted } from './untrusted.ts';

/** Who vouches: the part of a provider that its answers are held against. */
export interface Vouching {
  readonly entity_id: string;
  readonly sign_on_url: string;
  readonly certificates: readonly string[];
}

/** Somebody, as their provider has just proved them. */
export interface Vouched {
  readonly assertionId: string;
  readonly nameId: string;
  /** In small letters. */
  readonly identifier: string;
  /** From when on the answer is believed by nobody. */
  readonly expiresAt: Date;
}

const skewMs = 60_000;
const { assertion: ns, protocol } = namespaces;

/**
 * The library as we use it: for the address of a request, and for whether an answer is signed as it must be. It reads the
 * assertion from the bytes of a signature that holds: of the response where that is signed, else of the assertion.
 */
export function samlOf(
  provider: Vouching,
  own: ServiceProvider,
  requestId: string,
  signed: SignedParts = { response: true, assertion: true },
): SAML {
  const options: SamlConfig = {
    entryPoint: provider.sign_on_url,
    issuer: own.entityId,
    audience: own.entityId,
    callbackUrl: own.answerUrl,
    idpIssuer: provider.entity_id,
    idpCert: [...provider.certificates],
    wantAssertionsSigned: signed.assertion,
    wantAuthnResponseSigned: signed.response,
    validateInResponseTo: ValidateInResponseTo.always,
    // It would ask the machine what time it is, and would take an answer without any: times are looked at below.
    acceptedClockSkewMs: -1,
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    signatureAlgorithm: 'sha256',
    generateUniqueId: () => requestId,
    // The request is found, and used once, in the database; here only its name is compared.
    cacheProvider: {
      saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
      getAsync: async (key) => (key === requestId ? new Date().toISOString() : null),
      removeAsync: async (key) => key,
    },
  };
  return new SAML(options);
}

/** Whom a provider vouches for in its answer to a request of ours; throws Untrusted where anything does not hold. */
export async function verifiedAnswer(
  response: SoundResponse,
  provider: Vouching,
  own: ServiceProvider,
  now: Date,
): Promise<Vouched> {
  const { root, inResponseTo } = response;
  assertResponse(root, provider, own);
  const signed = await signedAssertion(response, samlOf(provider, own, inResponseTo, response.signed), own);
  believe(
    issuerOf(signed) === provider.entity_id,
    `the issuer of the assertion is not ${provider.entity_id}`,
    'issuer',
  );
  const expiresAt = assertValid(signed, now);
  const subject = only(signed, 'Subject');
  const confirmation = only(subject, 'SubjectConfirmation');
  believe(
    attributeOf(confirmation, 'Method') === 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
    'it is not for who brings it',
  );
  const data = only(confirmation, 'SubjectConfirmationData');
  believe(
    attributeOf(data, 'Recipient') === own.answerUrl,
    `the recipient of the assertion is not ${own.answerUrl}`,
    'address',
  );
  believe(attributeOf(data, 'InResponseTo') === inResponseTo, 'the assertion answers another request', 'request');
  assertHolds(data, now);
  const assertionId = attributeOf(signed, 'ID') ?? '';
  const nameId = nameIdOf(subject);
  return { assertionId, nameId, identifier: emailOf(signed) ?? readEmail(nameId), expiresAt };
}

/** The response around the assertion. Where it is not signed, this only refuses: nothing is taken from it. */
function assertResponse(root: Element, provider: Vouching, own: ServiceProvider): void {
  believe(
    attributeOf(root, 'Destination') === own.answerUrl,
    `the destination of the response is not ${own.answerUrl}`,
    'address',
  );
  believe(issuerOf(root) === provider.entity_id, `the issuer of the response is not ${provider.entity_id}`, 'issuer');
  const [status] = childrenOf(root, protocol, 'Status');
  const [code] = status ? childrenOf(status, protocol, 'StatusCode') : [];
  believe(
    attributeOf(code, 'Value') === 'urn:oasis:names:tc:SAML:2.0:status:Success',
    'the provider says that it has let nobody in',
    'denied',
  );
}

/** The assertion as its bytes were signed: whatever is read of it is read from them. */
async function signedAssertion({ encoded }: SoundResponse, saml: SAML, own: ServiceProvider): Promise<Element> {
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: encoded }).catch((error: unknown) => {
    throw faultOf(error, own);
  });
  const xml = profile?.getAssertionXml?.();
  believe(xml !== undefined, 'nothing of it is signed', 'signature');
  const signed = parsed(xml);
  believe(signed.localName === 'Assertion' && signed.namespaceURI === ns, 'something else is signed', 'signature');
  return signed;
}

/** The library looks at signatures first, and then at the audience. */
function faultOf(error: unknown, own: ServiceProvider): Untrusted {
  return error instanceof Error && /audience/i.test(error.message)
    ? new Untrusted(`its audience is not ${own.entityId}`, 'audience', error)
    : new Untrusted('its signature is not of a linked certificate, or what is signed was changed', 'signature', error);
}

/** That it holds now; answers until when it does. */
function assertValid(signed: Element, now: Date): Date {
  const issued = attributeOf(signed, 'IssueInstant');
  believe(!isAhead(issued, now), `it was issued at ${issued}, and here it is ${now.toISOString()}`, 'clock');
  const conditions = only(signed, 'Conditions');
  assertHolds(conditions, now);
  const statements = childrenOf(signed, ns, 'AuthnStatement');
  believe(statements.length > 0, 'it does not say that anybody signed in');
  for (const statement of statements) {
    const end = attributeOf(statement, 'SessionNotOnOrAfter');
    believe(end === undefined || !isPast(end, now), 'the session at the provider is over', 'clock');
  }
  return new Date(instantOf(attributeOf(conditions, 'NotOnOrAfter')) + skewMs);
}

/** Tells both times, since the usual cause is a clock that is wrong. */
function assertHolds(element: Element, now: Date): void {
  const [from, until] = [attributeOf(element, 'NotBefore'), attributeOf(element, 'NotOnOrAfter')];
  const here = `and here it is ${now.toISOString()}`;
  believe(!isPast(until, now), `it holds until ${until ?? 'no time'}, ${here}`, 'clock');
  believe(!isAhead(from, now), `it holds from ${from}, ${here}`, 'clock');
}

/** What has no end has passed. */
const isPast = (until: string | undefined, now: Date) =>
  until === undefined || instantOf(until) + skewMs <= now.getTime();
const isAhead = (from: string | undefined, now: Date) => from !== undefined && instantOf(from) - skewMs > now.getTime();

function instantOf(text = ''): number {
  believe(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(text), 'a time is none');
  const ms = Date.parse(text);
  believe(Number.isFinite(ms), 'a time is none');
  return ms;
}

function only(parent: Element, name: string): Element {
  const [first, ...more] = childrenOf(parent, ns, name);
  believe(first !== undefined && more.length === 0, `${parent.localName} has not one ${name}`);
  return first;
}

const issuerOf = (element: Element): string => textIn(only(element, 'Issuer'));
const textIn = (element: Element): string => (element.textContent ?? '').trim();

const longestName = 500;

function nameIdOf(subject: Element): string {
  const element = only(subject, 'NameID');
  const isTransient = attributeOf(element, 'Format')?.endsWith(':transient') ?? false;
  believe(!isTransient, 'it names people by another NameID each time', 'person');
  const name = textIn(element);
  believe(
    name.length > 0 && name.length <= longestName && !/\p{Cc}/u.test(name),
    'its NameID is empty or too long',
    'person',
  );
  return name;
}

/** In small letters, as Okta, OneLogin ("User.email"), Keycloak and LDAP (object ids) and Microsoft name it. */
const emailAttributes = new Set([
  'email',
  'mail',
  'emailaddress',
  'user.email',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'urn:oid:1.2.840.113549.1.9.1',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]);

/** What it says their e-mail is, where it says so once. */
function emailOf(signed: Element): string | undefined {
  const values = elementsOf(signed)
    .filter(({ localName, namespaceURI }) => localName === 'Attribute' && namespaceURI === ns)
    .filter((attribute) => emailAttributes.has((attributeOf(attribute, 'Name') ?? '').toLowerCase()))
    .flatMap((attribute) => childrenOf(attribute, ns, 'AttributeValue').map(textIn));
  if (values.length === 0) return undefined;
  const said = new Set(values.map(readEmail));
  believe(said.size === 1, 'it says several e-mail addresses', 'email');
  return [...said][0];
}

function readEmail(text: string): string {
  const { data } = email.safeParse(text);
  believe(data !== undefined, 'it says no e-mail address, by an attribute that we know or by the NameID', 'email');
  return data.toLowerCase();
}
