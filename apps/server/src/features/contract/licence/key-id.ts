import { createHash, type KeyObject } from 'node:crypto';

/** Returns the thumbprint of an Ed25519 public key (RFC 7638, RFC 8037). */
export function keyIdOf(publicKey: KeyObject): string {
  const { crv, kty, x } = publicKey.export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
}
