import { createHash, type KeyObject } from 'node:crypto';
import { contractState } from '@usance/api/contract/contract';
import { contractId, currency } from '@usance/api/wire';
import * as z from 'zod/mini';

const second = z.int().check(z.gte(0), z.lte(4_133_980_800));

/** The claims of a licence. A verifier refuses unknown claims, which it would not understand. */
export const licenceClaims = z.strictObject({
  contractId,
  tags: z.string(),
  buyerName: z.string(),
  serviceType: z.enum(['saas', 'byoc']),
  state: contractState,
  currency,
  /** Issue and expiry in seconds since 1970. */
  iat: second,
  exp: second,
});
export type LicenceClaims = z.output<typeof licenceClaims>;

/** The token's type. It keeps other tokens signed with the same key from passing for a licence. */
export const licenceType = 'usance-licence+jwt';

/** Formats a time claim as an ISO instant. */
export const timeOf = (second: number): string => new Date(second * 1000).toISOString();

/** Returns the thumbprint of an Ed25519 public key (RFC 7638, RFC 8037). */
export function keyIdOf(publicKey: KeyObject): string {
  const { crv, kty, x } = publicKey.export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
}
