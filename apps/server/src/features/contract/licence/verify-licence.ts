import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import * as z from 'zod/mini';
import { keyIdOf, type LicenceClaims, licenceClaims, licenceType, timeOf } from './licence.ts';

/** The claims of a valid licence, or the reason why it is invalid. */
export type VerifiedLicence =
  | { readonly holds: true; readonly licence: LicenceClaims }
  | { readonly holds: false; readonly why: string };

const longestLicence = 16_384;
// The clock of an offline machine may be behind.
const clockLeewaySeconds = 300;

/** Fixes the algorithm, so that a token cannot choose another one. */
const licenceHeader = z.strictObject({ alg: z.literal('EdDSA'), typ: z.literal(licenceType), kid: z.string() });

/** Verifies a licence against a public key (PEM) at a time, without network or database. */
export function verifyLicence(text: string, pem: string, now: Date): VerifiedLicence {
  const key = publicKeyIn(pem);
  if (!key) return no('The key is not a public Ed25519 key in PEM.');
  if (text.length > longestLicence) return no('This is not a licence: it is too long.');
  const [head, body, signature, ...more] = text.split('.').map(bytesOf);
  if (!head || !body || !signature || more.length > 0)
    return no('This is not a licence: it needs three parts of base64url, joined by dots.');
  const header = licenceHeader.safeParse(jsonIn(head));
  if (!header.success) return no('This is not a licence of ours: its header names another algorithm or type.');
  if (header.data.kid !== keyIdOf(key)) return no(`It was signed by another key: ${header.data.kid.slice(0, 64)}.`);
  const signed = Buffer.from(text.slice(0, text.lastIndexOf('.')));
  if (signature.length !== 64 || !verify(null, signed, key, signature))
    return no('Its signature was not made by this key: the licence was changed or forged.');
  const said = licenceClaims.safeParse(jsonIn(body));
  if (!said.success) return no('It is signed, but has claims that this version does not understand.');
  return atTime(said.data, Math.floor(now.getTime() / 1000));
}

function atTime(licence: LicenceClaims, now: number): VerifiedLicence {
  if (licence.exp <= now) return no(`It expired at ${timeOf(licence.exp)}.`);
  if (licence.iat > now + clockLeewaySeconds)
    return no(`It was issued at ${timeOf(licence.iat)}, which is in the future: is the clock right?`);
  return { holds: true, licence };
}

/** Reads a public key; undefined for a private key or another kind. */
function publicKeyIn(pem: string): KeyObject | undefined {
  if (!pem.trim().startsWith('-----BEGIN PUBLIC KEY-----')) return undefined;
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Decodes base64url and accepts one spelling only: without padding or unused bits. */
function bytesOf(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, 'base64url');
  return part !== '' && bytes.toString('base64url') === part ? bytes : undefined;
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

const no = (why: string): VerifiedLicence => ({ holds: false, why });
