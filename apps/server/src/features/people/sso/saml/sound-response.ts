import { isUtf8 } from 'node:buffer';
import { DOMParser } from '@xmldom/xmldom';
import { attributeOf, childrenOf, elementsOf, namespaces } from './elements.ts';
import { believe, Untrusted } from './untrusted.ts';

/** A response that every XML reader reads in the same way; nothing in it is verified yet. */
export interface SoundResponse {
  readonly root: Element;
  readonly encoded: string;
  readonly inResponseTo: string;
  readonly signed: SignedParts;
}

/** The parts that carry a signature of their own, each of which must hold. */
export interface SignedParts {
  readonly response: boolean;
  readonly assertion: boolean;
}

const mostDepth = 40;
const mostElements = 1_000;
const mostAttributes = 20;
// Canonical forms cost 10 µs per attribute. A provider may send hundreds of roles with three attributes each.
const mostAttributesInAll = 3_000;

/**
 * Parses an answer, and accepts only the shape in which providers send it: one response with one assertion, one or
 * both signed as a whole. Wrapping attacks, decoys and comments need another shape, so they fail before any signature
 * is checked.
 */
export function readResponse(encoded: string): SoundResponse {
  const root = parsed(textOf(encoded));
  const signed = signedPartsOf(root);
  const inResponseTo = attributeOf(root, 'InResponseTo') ?? '';
  believe(/^_[0-9a-f]{32}$/.test(inResponseTo), 'it answers no request', 'request');
  return { root, encoded, inResponseTo, signed };
}

function textOf(encoded: string): string {
  const packed = encoded.replaceAll(/[\r\n]/g, '');
  believe(/^[A-Za-z0-9+/]+={0,2}$/.test(packed), 'it is not base64');
  const bytes = Buffer.from(packed, 'base64');
  believe(isUtf8(bytes), 'it is not UTF-8');
  return bytes.toString('utf8');
}

/** Parses XML. Refuses in the text all that a parser may fetch, expand or skip. */
export function parsed(text: string): Element {
  const content = text.replace(/^\s*<\?xml [^<>?]*\?>/, '');
  believe(!content.includes('<!'), 'it has a document type, a comment or a piece of raw text');
  believe(!content.includes('<?'), 'it has a processing instruction');
  assertFlat(content);
  const refuse = (why: unknown) => {
    throw new Untrusted('it is not XML', 'form', why);
  };
  const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } });
  const { documentElement } = parser.parseFromString(content, 'text/xml');
  believe(documentElement !== null, 'it is empty');
  return documentElement;
}

/**
 * Runs before parsing: a deep tree is walked recursively, and canonical forms of a large one hold up all other
 * answers.
 */
function assertFlat(content: string): void {
  let [depth, count, attributes] = [0, 0, 0];
  for (const [tag] of content.matchAll(/<[^<>]*>/g)) {
    const unquoted = tag.replaceAll(/"[^"]*"|'[^']*'/g, '');
    // A ">" within a value would make this scan and the parser disagree on where the element ends.
    believe(!/["']/.test(unquoted), 'a value has the end of an element');
    attributes += unquoted.split('=').length - 1;
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    count += 1;
    believe(depth <= mostDepth && count <= 2 * mostElements, 'it is too deep or too long');
    believe(attributes <= mostAttributesInAll, 'it has too many attributes');
  }
  // A "<" within a value could hide the element around it. XML forbids it, but the parser accepts it.
  believe(content.split('<').length - 1 === count, 'a value has the beginning of an element');
}

/** The number of elements that a response must have of each name, in any namespace: some readers look at the name only. */
const counts: Readonly<Record<string, number>> = {
  Response: 1,
  Assertion: 1,
  Object: 0,
  Subject: 1,
  NameID: 1,
  EncryptedID: 0,
  SubjectConfirmation: 1,
  SubjectConfirmationData: 1,
  Conditions: 1,
};

/** Each signed part has one of these. */
const ofSignatures = ['Signature', 'SignedInfo', 'Reference'];

function signedPartsOf(root: Element): SignedParts {
  const elements = elementsOf(root);
  const assertCount = (name: string, count: number) => {
    const found = elements.filter(({ localName }) => localName === name).length;
    believe(found === count, `it has ${found} ${name} elements, not ${count}`);
  };
  const isEncrypted = elements.some(({ localName }) => localName === 'EncryptedAssertion');
  believe(!isEncrypted, 'its assertion is encrypted');
  for (const [name, count] of Object.entries(counts)) assertCount(name, count);
  believe(root.localName === 'Response' && root.namespaceURI === namespaces.protocol, 'it is not a response');
  const [assertion] = childrenOf(root, namespaces.assertion, 'Assertion');
  believe(assertion !== undefined, 'its assertion is not its child');
  assertAttributes(elements);
  const signed = [root, assertion].filter((part) => childrenOf(part, namespaces.signature, 'Signature').length > 0);
  believe(signed.length > 0, 'neither the response nor the assertion is signed', 'signature');
  for (const name of ofSignatures) assertCount(name, signed.length);
  for (const whole of signed) assertSignedAsWhole(whole);
  return { response: signed.includes(root), assertion: signed.includes(assertion) };
}

/** Requires unique ids and absolute namespace URIs: relative ones make an empty canonical form. */
function assertAttributes(elements: readonly Element[]): void {
  const isCrowded = elements.some(({ attributes }) => attributes.length > mostAttributes);
  believe(!isCrowded, 'an element has too many attributes');
  const ids = new Set<string>();
  for (const { name, localName, namespaceURI, value } of elements.flatMap(({ attributes }) => Array.from(attributes))) {
    if (name === 'xmlns' || name.startsWith('xmlns:')) {
      believe(/^(urn:|https?:\/\/)/.test(value), 'a namespace is not an absolute URI');
    } else if (localName?.toLowerCase() === 'id') {
      believe(!namespaceURI, 'an id has a namespace');
      believe(!ids.has(value), 'an id is not unique');
      ids.add(value);
    }
  }
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const signatureMethods = ['256', '384', '512'].map((bits) => `http://www.w3.org/2001/04/xmldsig-more#rsa-sha${bits}`);
const digestMethods = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512',
];

/** Requires one signature over the whole element, made with accepted algorithms. The signer is verified later. */
function assertSignedAsWhole(whole: Element): void {
  const only = (parent: Element, name: string): Element => {
    const [first, ...more] = childrenOf(parent, namespaces.signature, name);
    believe(first !== undefined && more.length === 0, `${parent.localName} needs exactly one ${name}`);
    return first;
  };
  const method = (parent: Element, name: string) => attributeOf(only(parent, name), 'Algorithm') ?? '';
  const info = only(only(whole, 'Signature'), 'SignedInfo');
  believe(
    method(info, 'CanonicalizationMethod') === exclusive,
    'its canonical form is not the exclusive one',
    'signature',
  );
  believe(
    signatureMethods.includes(method(info, 'SignatureMethod')),
    'it is not signed by RSA with SHA-256 or better',
    'signature',
  );
  const reference = only(info, 'Reference');
  const id = attributeOf(whole, 'ID') ?? '';
  believe(
    /^[\w.-]{1,300}$/.test(id) && attributeOf(reference, 'URI') === `#${id}`,
    'the signature covers another element',
    'signature',
  );
  believe(
    digestMethods.includes(method(reference, 'DigestMethod')),
    'its digest is not SHA-256 or better',
    'signature',
  );
  const transforms = childrenOf(only(reference, 'Transforms'), namespaces.signature, 'Transform');
  const ways = transforms.map((transform) => attributeOf(transform, 'Algorithm'));
  believe(
    ways.join(' ') === `${enveloped} ${exclusive}`,
    'its signature transforms are not the expected ones',
    'signature',
  );
}
