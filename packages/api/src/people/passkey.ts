import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { says } from '../rule.ts';
import { idOf, instantText, noContent, text } from '../wire.ts';
import { identity } from './account.ts';

export const passkeyId = idOf('pky');
const passkeyName = text(60);

const passkey = z.object({
  id: passkeyId,
  name: z.string(),
  gmtCreated: instantText,
  gmtLastUsed: z.nullable(instantText),
});
export type Passkey = z.output<typeof passkey>;

/** Bytes as base64url: at least twelve, at most as many as authenticators send. */
const bytes = (longest: number) =>
  z
    .string(says('passkeyWrong'))
    .check(
      z.maxLength(longest, { error: says('passkeyWrong'), abort: true }),
      z.regex(/^[A-Za-z0-9_-]{16,}$/, says('passkeyWrong')),
    );
const credentialBytes = bytes(1_400);
const kind = z.literal('public-key');

/** The new name of a passkey. */
export const renamePasskeyBody = z.strictObject({ name: passkeyName });

/** The fields of every authenticator's answer; others are ignored. */
const answered = { id: credentialBytes, rawId: credentialBytes, type: kind };

/** The result of `navigator.credentials.create` as JSON. */
export const madeCredential = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: bytes(4_096),
    attestationObject: bytes(16_384),
    transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10))),
  }),
});

/** The result of `navigator.credentials.get` as JSON. */
export const signedCredential = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: bytes(4_096),
    authenticatorData: bytes(4_096),
    signature: bytes(2_048),
    userHandle: z.optional(z.nullable(bytes(100))),
  }),
});

const descriptor = z.object({ id: z.string(), type: kind, transports: z.array(z.string()) });

/** The options of `navigator.credentials.create` as JSON. */
const creation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: kind, alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.output<typeof creation>;

/** The options of `navigator.credentials.get` as JSON. They name neither an account nor a passkey. */
const request = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});
export type PasskeyRequest = z.output<typeof request>;

const path = '/accounts/self-service/passkeys';
const signInPath = '/accounts/self-service/login/passkey';
const own = { customer: 'signed-in', admission: 'write' } as const;
const named = z.strictObject({ id: passkeyId });

export const passkeys = defineCalls('passkey', {
  list: {
    method: 'GET',
    path,
    summary: 'Your passkeys, the newest first',
    customer: 'signed-in',
    admission: 'read',
    reply: z.object({ items: z.array(passkey) }),
  },
  begin: {
    ...own,
    method: 'POST',
    path: `${path}/challenges`,
    summary: 'Options for your browser to create a passkey; valid once, for five minutes, in this session',
    tellsSecret: true,
    refusals: ['PASSWORD_PROOF_REQUIRED', 'PASSKEY_LIMIT'],
    reply: creation,
  },
  add: {
    ...own,
    method: 'POST',
    path,
    summary: 'Add the passkey that your browser has created',
    refusals: ['PASSWORD_PROOF_REQUIRED', 'PASSKEY_EXISTS', 'PASSKEY_LIMIT'],
    // Some devices attest themselves with a chain of certificates.
    largestBody: 32 * 1024,
    body: z.strictObject({ name: passkeyName, credential: madeCredential }),
    reply: passkey,
  },
  rename: {
    ...own,
    method: 'PUT',
    path: `${path}/{id}`,
    summary: 'Give one of your passkeys another name',
    refusals: ['PASSKEY_NOT_FOUND'],
    params: named,
    body: renamePasskeyBody,
    reply: passkey,
  },
  remove: {
    ...own,
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Remove one of your passkeys, and sign out everywhere else',
    refusals: ['PASSKEY_NOT_FOUND', 'PASSWORD_PROOF_REQUIRED'],
    params: named,
    reply: noContent,
  },
  beginSignIn: {
    method: 'POST',
    path: `${signInPath}/challenges`,
    summary: 'A challenge for your browser to sign with a passkey; valid once, for five minutes, in this browser',
    customer: 'anyone',
    admission: 'write',
    reply: request,
  },
  signIn: {
    method: 'POST',
    path: signInPath,
    summary: 'Sign in with a passkey, which replaces password and second factor',
    customer: 'anyone',
    admission: 'password',
    refusals: ['INVALID_SESSION', 'PASSKEY_REFUSED'],
    largestBody: 16 * 1024,
    body: z.strictObject({
      credential: signedCredential,
      /** Proves the passkey again and renews the current session instead of opening another. */
      refresh: z.optional(z.boolean()),
    }),
    reply: identity,
  },
});
