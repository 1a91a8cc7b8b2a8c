import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { namespaces } from './saml/elements.ts';

/** A test's identity provider with its own key. */
export interface TestProvider {
  readonly entityId: string;
  readonly key: KeyObject;
  readonly certificate: string;
}

export function testProvider(entityId = 'https://idp.example.com/saml', modulusLength = 2_048): TestProvider {
  const { privateKey: key, publicKey } = generateKeyPairSync('rsa', { modulusLength });
  return { entityId, key, certificate: certificateOf(key, publicKey) };
}

/** The content of a response; each test changes what matters to it. */
export interface Said {
  readonly inResponseTo: string;
  readonly nameId: string;
  readonly email?: string;
  /** The name of the attribute with the e-mail. */
  readonly emailName: string;
  readonly at: Date;
  readonly destination: string;
  readonly recipient: string;
  readonly audience: string;
  readonly issuer: string;
  readonly status: string;
  readonly assertionId: string;
  readonly notBefore: Date;
  readonly notOnOrAfter: Date;
  readonly format: string;
}

/** The way in which a response is signed. */
export interface Signing {
  readonly key?: KeyObject;
  readonly response?: boolean;
  readonly assertion?: boolean;
  readonly signatureAlgorithm?: string;
  readonly digestAlgorithm?: string;
  readonly canonical?: string;
  /** A certificate that the signature carries. */
  readonly keyInfo?: string;
}

let made = 0;
const answerUrl = 'http://localhost:8080/api/v1/accounts/self-service/saml/acs';
const audience = 'http://localhost:8080/api/v1/accounts/self-service/saml/metadata';

/** The content of a provider's valid answer at this time. */
export function saidBy(provider: TestProvider, at: Date, changed: Partial<Said> = {}): Said {
  made += 1;
  return {
    inResponseTo: '',
    nameId: 'person-1',
    emailName: 'email',
    at,
    destination: answerUrl,
    recipient: answerUrl,
    audience,
    issuer: provider.entityId,
    status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    assertionId: `_assertion${made}`,
    notBefore: new Date(at.getTime() - 60_000),
    notOnOrAfter: new Date(at.getTime() + 300_000),
    format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    ...changed,
  };
}

export function assertionXml(said: Said): string {
  const { at, assertionId, issuer, nameId, email, format } = said;
  const until = said.notOnOrAfter.toISOString();
  const attribute =
    email === undefined
      ? ''
      : `<saml:AttributeStatement><saml:Attribute Name="${said.emailName}"><saml:AttributeValue>${email}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`;
  return `<saml:Assertion xmlns:saml="${namespaces.assertion}" ID="${assertionId}" Version="2.0" IssueInstant="${at.toISOString()}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${format}">${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${said.inResponseTo}" Recipient="${said.recipient}" NotOnOrAfter="${until}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${said.notBefore.toISOString()}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at.toISOString()}" SessionIndex="_s1"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${attribute}</saml:Assertion>`;
}

export function responseXml(said: Said, inside: string): string {
  return `<samlp:Response xmlns:samlp="${namespaces.protocol}" ID="_response${said.assertionId}" Version="2.0" IssueInstant="${said.at.toISOString()}" Destination="${said.destination}" InResponseTo="${said.inResponseTo}"><saml:Issuer xmlns:saml="${namespaces.assertion}">${said.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${said.status}"/></samlp:Status>${inside}</samlp:Response>`;
}

/** A provider's response, signed correctly except for what the test changes. */
export function signedResponse(provider: TestProvider, said: Said, signing: Signing = {}): string {
  const assertion = assertionXml(said);
  const inside = signing.assertion === false ? assertion : signedBy(assertion, 'Assertion', provider, signing);
  const response = responseXml(said, inside);
  return signing.response === false ? response : signedBy(response, 'Response', provider, signing);
}

/** Signs the outermost element of this name like a provider: the signature is its second child. */
export function signedBy(xml: string, name: string, provider: TestProvider, signing: Signing = {}): string {
  const at = name === 'Response' ? '/*' : `//*[local-name(.)='${name}']`;
  const signer = new SignedXml({
    privateKey: signing.key ?? provider.key,
    signatureAlgorithm: signing.signatureAlgorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: signing.canonical ?? 'http://www.w3.org/2001/10/xml-exc-c14n#',
    getKeyInfoContent: () =>
      signing.keyInfo === undefined
        ? null
        : `<X509Data><X509Certificate>${signing.keyInfo.replaceAll(/-----.*-----|\s/g, '')}</X509Certificate></X509Data>`,
  });
  signer.addReference({
    xpath: at,
    digestAlgorithm: signing.digestAlgorithm ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      signing.canonical ?? 'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
  });
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${at}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
}

/** A self-signed X.509 certificate of version 1, which holds little beside the key. */
export function certificateOf(key: KeyObject, publicKey: KeyObject): string {
  const der = (tag: number, ...parts: Buffer[]) => {
    const content = Buffer.concat(parts);
    const size = content.length;
    const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
    return Buffer.concat([Buffer.from([tag, ...length]), content]);
  };
  const algorithm = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
  const name = der(0x30, der(0x31, der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('idp')))));
  const time = (text: string) => der(0x17, Buffer.from(text));
  const told = der(
    0x30,
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    der(0x30, time('250101000000Z'), time('450101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('sha256').update(told).sign(key);
  const whole = der(0x30, told, algorithm, der(0x03, Buffer.from([0]), signature)).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${whole.replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
}
