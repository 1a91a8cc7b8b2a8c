import { type KeyObject, sign } from 'node:crypto';
import { type LicenceClaims, licenceType } from './licence.ts';

/** Signs the claims as a compact JWS (RFC 7515, RFC 8037). */
export function signLicence(privateKey: KeyObject, keyId: string, claims: LicenceClaims): string {
  const said = [{ alg: 'EdDSA', typ: licenceType, kid: keyId }, claims].map(encoded).join('.');
  return `${said}.${sign(null, Buffer.from(said), privateKey).toString('base64url')}`;
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
