import * as z from 'zod/mini';
import { defineCalls, inPath } from './call.ts';
import { contractId, contractParams, instantText, wholeNumber } from './wire.ts';

/** The public half of a contract's key pair; the private half never leaves the installation as it is. */
const contractKey = z.object({
  contractId,
  /** The thumbprint of the key (RFC 7638): the `kid` of every licence that it signs. */
  keyID: z.string(),
  algorithm: z.literal('Ed25519'),
  /** SubjectPublicKeyInfo as PEM, as `openssl` and every library read it. */
  publicKey: z.string(),
  gmtCreated: instantText,
});

const encodedLicense = z.object({
  contractId,
  keyID: z.string(),
  /** A compact JWS (EdDSA), which a self-hosted installation verifies with the public key and nobody's help. */
  license: z.string(),
  gmtIssued: instantText,
  gmtExpires: instantText,
});

/** What has become of one kind of sealed secrets. */
const resealed = z.object({
  /** Sealed anew by this call. */
  resealed: z.int(),
  /** Still sealed by a former key: written meanwhile by a server that has the new key not yet, or not what was sealed. */
  left: z.int(),
  /** Sealed by a key that nobody has told us of. */
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
    summary: 'A licence of an active contract for a year, signed by its key, to be verified offline',
    // It changes nothing here, and yet who holds one runs the product by it.
    internal: 'contract.write',
    refusals: ['CONTRACT_KEY_NOT_FOUND', 'CONTRACT_STATE_CONFLICT'],
    reply: encodedLicense,
  },
  backfilllicenses: {
    method: 'POST',
    path: '/contracts/backfilllicenses',
    summary: 'Make key pairs for the contracts that have none, since they were made before there were any',
    internal: 'contract.write',
    admission: 'write',
    /** How many it has made; the next call makes none. */
    reply: z.object({ made: z.int() }),
  },
  reencrypt: {
    method: 'POST',
    path: '/contracts/reencrypt',
    summary: 'Seal with the installation’s key of now what a former one has sealed',
    internal: 'operation.write',
    admission: 'write',
    body: z.strictObject({
      /** How many are sealed in one transaction. */
      batch: z._default(wholeNumber(1, 5000), 500),
    }),
    reply: z.object({
      /** Of the installation's key, which has sealed them now. */
      keyID: z.string(),
      secondFactors: resealed,
      citizens: resealed,
      kycInfos: resealed,
      contractKeys: resealed,
    }),
  },
});
