import { isUtf8 } from 'node:buffer';
import { DOMParser } from '@xmldom/xmldom';
import { attributeOf, childrenOf, elementsOf, namespaces } from './elements.ts';
import { believe, Untrusted } from './untrusted.ts';

/** A response that can be read in one way, whoever wrote it; nothing has been proved of it. */
export interface SoundResponse {
  readonly root: Element;
  readonly encoded: string;
  readonly inResponseTo: string;
  readonly signed: SignedParts;
}

/** What has a signature of its own. Each one that is there has to hold. */
export interface SignedParts {
  readonly response: boolean;
  readonly assertion: boolean;
}

const mostDepth = 40;
const mostElements = 1_000;
const mostAttributes = 20;
// Each costs the canonical forms a hundredth of a millisecond. Roles that a provider gives hundreds of have three each.
const mostAttributesInAll = 3_000;

/**
 * Reads what a browser brought. Only the one shape in which providers send is taken, before any signature is looked at: a
 * response with one assertion, one of them or both signed as wholes. Wrapping, decoys and comments all need another.
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
  believe(/^[A-Za-z0-9+/]+={0,2}$/.test(packed), 'it is no base64');
  const bytes = Buffer.from(packed, 'base64');
  believe(isUtf8(bytes), 'it is no UTF-8');
  return bytes.toString('utf8');
}

/** A tree of it. What a parser could be made to fetch, to repeat or to leave out is refused as text. */
export function parsed(text: string): Element {
  const content = text.replace(/^\s*<\?xml [^<>?]*\?>/, '');
  believe(!content.includes('<!'), 'it has a document type, a comment or a piece of raw text');
  believe(!content.includes('<?'), 'it has an instruction');
  assertFlat(content);
  const refuse = (why: unknown) => {
    throw new Untrusted('it is no XML', 'form', why);
  };
  const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } });
  const { documentElement } = parser.parseFromString(content, 'text/xml');
  believe(documentElement !== null, 'it is empty');
  return documentElement;
}

/**
 * Before it is parsed: a tree that is deep is walked by calls within calls, and canonical forms of a large one, made before a
 * signature can be wrong, keep all other answers waiting.
 */
function assertFlat(content: string): void {
  let [depth, count, attributes] = [0, 0, 0];
  for (const [tag] of content.matchAll(/<[^<>]*>/g)) {
    const unquoted = tag.replaceAll(/"[^"]*"|'[^']*'/g, '');
    // What it says its end is would be another than the parser sees.
    believe(!/["']/.test(unquoted), 'a value has the end of an element');
    attributes += unquoted.split('=').length - 1;
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    count += 1;
    believe(depth <= mostDepth && count <= 2 * mostElements, 'it is too deep or too long');
    believe(attributes <= mostAttributesInAll, 'it has too many attributes');
  }
  // One in a value hides the element around it. No XML has it there, though the parser takes it.
  believe(content.split('<').length - 1 === count, 'a value has the beginning of an element');
}

/** How often elements of these names are there, whatever their namespace, since some readers look at the name alone. */
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

/** These are there once for each part that is signed. */
const ofSignatures = ['Signature', 'SignedInfo', 'Reference'];

function signedPartsOf(root: Element): SignedParts {
  const elements = elementsOf(root);
  const assertCount = (name: string, count: number) => {
    const found = elements.filter(({ localName }) => localName === name).length;
    believe(found === count, `it has ${found} times ${name}, not ${count} times`);
  };
  const isEncrypted = elements.some(({ localName }) => localName === 'EncryptedAssertion');
  believe(!isEncrypted, 'its assertion is encrypted');
  for (const [name, count] of Object.entries(counts)) assertCount(name, count);
  believe(root.localName === 'Response' && root.namespaceURI === namespaces.protocol, 'it is no response');
  const [assertion] = childrenOf(root, namespaces.assertion, 'Assertion');
  believe(assertion !== undefined, 'its assertion is not its child');
  assertAttributes(elements);
  const signed = [root, assertion].filter((part) => childrenOf(part, namespaces.signature, 'Signature').length > 0);
  believe(signed.length > 0, 'neither the response nor the assertion is signed', 'signature');
  for (const name of ofSignatures) assertCount(name, signed.length);
  for (const whole of signed) assertSignedAsWhole(whole);
  return { response: signed.includes(root), assertion: signed.includes(assertion) };
}

/** Ids are there once, and namespaces are whole addresses: relative ones make a canonical form of nothing. */
function assertAttributes(elements: readonly Element[]): void {
  const isCrowded = elements.some(({ attributes }) => attributes.length > mostAttributes);
  believe(!isCrowded, 'an element has too many attributes');
  const ids = new Set<string>();
  for (const { name, localName, namespaceURI, value } of elements.flatMap(({ attributes }) => Array.from(attributes))) {
    if (name === 'xmlns' || name.startsWith('xmlns:')) {
      believe(/^(urn:|https?:\/\/)/.test(value), 'a namespace is no whole address');
    } else if (localName?.toLowerCase() === 'id') {
      believe(!namespaceURI, 'an id has a namespace');
      believe(!ids.has(value), 'an id is there twice');
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

/** It has one signature of its own, over all of itself, made in a way that is still good. Whose it is, is seen later. */
function assertSignedAsWhole(whole: Element): void {
  const only = (parent: Element, name: string): Element => {
    const [first, ...more] = childrenOf(parent, namespaces.signature, name);
    believe(first !== undefined && more.length === 0, `${parent.localName} has not one ${name}`);
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
    'it is not signed over RSA with SHA-256 or better',
    'signature',
  );
  const reference = only(info, 'Reference');
  const id = attributeOf(whole, 'ID') ?? '';
  believe(
    /^[\w.-]{1,300}$/.test(id) && attributeOf(reference, 'URI') === `#${id}`,
    'the signature is of something else',
    'signature',
  );
  believe(
    digestMethods.includes(method(reference, 'DigestMethod')),
    'its digest is not SHA-256 or better',
    'signature',
  );
  const transforms = childrenOf(only(reference, 'Transforms'), namespaces.signature, 'Transform');
  const ways = transforms.map((transform) => attributeOf(transform, 'Algorithm'));
  believe(ways.join(' ') === `${enveloped} ${exclusive}`, 'what is signed is changed before it is', 'signature');
}
