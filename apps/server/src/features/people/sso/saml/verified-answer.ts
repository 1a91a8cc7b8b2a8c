import { SAML, type SamlConfig, ValidateInResponseTo } from '@node-saml/node-saml';
import { email } from '@usance/api/email';
import { attributeOf, childrenOf, elementsOf, namespaces } from './elements.ts';
import type { ServiceProvider } from './service-provider.ts';
import { parsed, type SignedParts, type SoundResponse } from './sound-response.ts';
import { believe, Untrusted } from './untrusted.ts';

/** The part of a provider that its answers are verified against. */
export interface Vouching {
  readonly entity_id: string;
  readonly sign_on_url: string;
  readonly certificates: readonly string[];
}

/** A person as their provider has just proved them. */
export interface Vouched {
  readonly assertionId: string;
  readonly nameId: string;
  /** In lower case. */
  readonly identifier: string;
  /** The end of the answer's validity. */
  readonly expiresAt: Date;
}

const skewMs = 60_000;
const { assertion: ns, protocol } = namespaces;

/**
 * Configures the library for building a request's URL and for verifying signatures. The library reads the assertion
 * from the bytes of a signature that holds: the response's if that is signed, else the assertion's.
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
    // The library would use the machine's time and accept an answer without times; `assertValid` checks them.
    acceptedClockSkewMs: -1,
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    signatureAlgorithm: 'sha256',
    generateUniqueId: () => requestId,
    // The database finds the request and uses it once; the library only compares its name.
    cacheProvider: {
      saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
      getAsync: async (key) => (key === requestId ? new Date().toISOString() : null),
      removeAsync: async (key) => key,
    },
  };
  return new SAML(options);
}

/** Returns the person that a provider vouches for in its answer to our request. Throws Untrusted if any check fails. */
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
    'its subject confirmation is not of the method "bearer"',
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

/**
 * Checks the response around the assertion. The response may be unsigned, so these checks only refuse; no value is
 * taken from it.
 */
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
    'the provider says that the sign-on failed',
    'denied',
  );
}

/** Returns the assertion as parsed from its signed bytes; all values are read from it. */
async function signedAssertion({ encoded }: SoundResponse, saml: SAML, own: ServiceProvider): Promise<Element> {
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: encoded }).catch((error: unknown) => {
    throw faultOf(error, own);
  });
  const xml = profile?.getAssertionXml?.();
  believe(xml !== undefined, 'no part of it is signed', 'signature');
  const signed = parsed(xml);
  believe(
    signed.localName === 'Assertion' && signed.namespaceURI === ns,
    'another element than the assertion is signed',
    'signature',
  );
  return signed;
}

/** The library checks the signatures first, then the audience. */
function faultOf(error: unknown, own: ServiceProvider): Untrusted {
  return error instanceof Error && /audience/i.test(error.message)
    ? new Untrusted(`its audience is not ${own.entityId}`, 'audience', error)
    : new Untrusted('its signature fits no linked certificate, or the signed content was changed', 'signature', error);
}

/** Checks that the assertion is valid now, and returns its end. */
function assertValid(signed: Element, now: Date): Date {
  const issued = attributeOf(signed, 'IssueInstant');
  believe(!isAhead(issued, now), `it was issued at ${issued}, and here it is ${now.toISOString()}`, 'clock');
  const conditions = only(signed, 'Conditions');
  assertHolds(conditions, now);
  const statements = childrenOf(signed, ns, 'AuthnStatement');
  believe(statements.length > 0, 'it has no authentication statement');
  for (const statement of statements) {
    const end = attributeOf(statement, 'SessionNotOnOrAfter');
    believe(end === undefined || !isPast(end, now), 'the session at the provider is over', 'clock');
  }
  return new Date(instantOf(attributeOf(conditions, 'NotOnOrAfter')) + skewMs);
}

/** Names both times in the error: the usual cause is a wrong clock. */
function assertHolds(element: Element, now: Date): void {
  const [from, until] = [attributeOf(element, 'NotBefore'), attributeOf(element, 'NotOnOrAfter')];
  const here = `and here it is ${now.toISOString()}`;
  believe(!isPast(until, now), `it holds until ${until ?? 'no time'}, ${here}`, 'clock');
  believe(!isAhead(from, now), `it holds from ${from}, ${here}`, 'clock');
}

/** An assertion without an end counts as past. */
const isPast = (until: string | undefined, now: Date) =>
  until === undefined || instantOf(until) + skewMs <= now.getTime();
const isAhead = (from: string | undefined, now: Date) => from !== undefined && instantOf(from) - skewMs > now.getTime();

function instantOf(text = ''): number {
  believe(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(text), 'a time is malformed');
  const ms = Date.parse(text);
  believe(Number.isFinite(ms), 'a time is malformed');
  return ms;
}

function only(parent: Element, name: string): Element {
  const [first, ...more] = childrenOf(parent, ns, name);
  believe(first !== undefined && more.length === 0, `${parent.localName} needs exactly one ${name}`);
  return first;
}

const issuerOf = (element: Element): string => textIn(only(element, 'Issuer'));
const textIn = (element: Element): string => (element.textContent ?? '').trim();

const longestName = 500;

function nameIdOf(subject: Element): string {
  const element = only(subject, 'NameID');
  const isTransient = attributeOf(element, 'Format')?.endsWith(':transient') ?? false;
  believe(!isTransient, 'its NameIDs are transient, so they do not identify a person', 'person');
  const name = textIn(element);
  believe(
    name.length > 0 && name.length <= longestName && !/\p{Cc}/u.test(name),
    'its NameID is empty or too long',
    'person',
  );
  return name;
}

/**
 * The attribute names of Okta, OneLogin ("User.email"), Keycloak and LDAP (object ids) and Microsoft, in lower case.
 */
const emailAttributes = new Set([
  'email',
  'mail',
  'emailaddress',
  'user.email',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'urn:oid:1.2.840.113549.1.9.1',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]);

/** Returns the person's e-mail if the assertion gives exactly one. */
function emailOf(signed: Element): string | undefined {
  const values = elementsOf(signed)
    .filter(({ localName, namespaceURI }) => localName === 'Attribute' && namespaceURI === ns)
    .filter((attribute) => emailAttributes.has((attributeOf(attribute, 'Name') ?? '').toLowerCase()))
    .flatMap((attribute) => childrenOf(attribute, ns, 'AttributeValue').map(textIn));
  if (values.length === 0) return undefined;
  const said = new Set(values.map(readEmail));
  believe(said.size === 1, 'it gives several e-mail addresses', 'email');
  return [...said][0];
}

function readEmail(text: string): string {
  const { data } = email.safeParse(text);
  believe(data !== undefined, 'it gives no e-mail address, in a known attribute or as the NameID', 'email');
  return data.toLowerCase();
}
