import * as z from 'zod/mini';
import { defineCalls, inPath } from '../call.ts';
import { contractId, contractParams, instantText, wholeNumber } from '../wire.ts';

/** The public half of a contract's key pair. The private half leaves the installation only encrypted. */
const contractKey = z.object({
  contractId,
  /** The thumbprint of the key (RFC 7638): the `kid` of every licence that it signs. */
  keyID: z.string(),
  algorithm: z.literal('Ed25519'),
  /** SubjectPublicKeyInfo as PEM. */
  publicKey: z.string(),
  gmtCreated: instantText,
});

const encodedLicense = z.object({
  contractId,
  keyID: z.string(),
  /** A compact JWS (EdDSA), which a self-hosted installation verifies offline with the public key. */
  license: z.string(),
  gmtIssued: instantText,
  gmtExpires: instantText,
});

/** The result for one kind of encrypted secrets. */
const resealed = z.object({
  /** Encrypted again by this call. */
  resealed: z.int(),
  /** Still encrypted with a former key: written meanwhile by a server without the new key, or damaged. */
  left: z.int(),
  /** Encrypted with an unknown key. */
  unreadable: z.int(),
});

const at = { method: 'GET', contract: inPath, admission: 'read', params: contractParams } as const;

export const contractKeys = defineCalls('contract-key', {
  publickey: {
    ...at,
    path: '/contracts/{id}/publickey',
    summary: 'The public key with which a contract’s licences are verified',
    customer: 'contract.read',
    refusals: ['CONTRACT_KEY_NOT_FOUND'],
    reply: contractKey,
  },
  encodedlicense: {
    ...at,
    path: '/contracts/{id}/encodedlicense',
    summary: 'A licence of an active contract for a year, signed with its key for offline verification',
    // A write scope for a GET, because the holder of a licence can run the product.
    internal: 'contract.write',
    refusals: ['CONTRACT_KEY_NOT_FOUND', 'CONTRACT_STATE_CONFLICT'],
    reply: encodedLicense,
  },
  backfilllicenses: {
    method: 'POST',
    path: '/contracts/backfilllicenses',
    summary: 'Create the missing key pairs of older contracts',
    internal: 'contract.write',
    admission: 'write',
    /** The number of new pairs; a second call makes none. */
    reply: z.object({ made: z.int() }),
  },
  reencrypt: {
    method: 'POST',
    path: '/contracts/reencrypt',
    summary: 'Encrypt secrets of a former installation key with the present one',
    internal: 'operation.write',
    admission: 'write',
    body: z.strictObject({
      /** The number of secrets in one transaction. */
      batch: z._default(wholeNumber(1, 5000), 500),
    }),
    reply: z.object({
      /** The id of the installation's present key. */
      keyID: z.string(),
      secondFactors: resealed,
      citizens: resealed,
      kycInfos: resealed,
      contractKeys: resealed,
    }),
  },
});
