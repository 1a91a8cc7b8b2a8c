import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { email } from './email.ts';
import { says } from './rule.ts';
import { instantText, lines, noContent } from './wire.ts';

const state = z.object({
  isEnabled: z.boolean(),
  /** Each lets in once, in place of a code. */
  recoveryCodesLeft: z.int(),
  gmtEnabled: z.nullable(instantText),
});
export type SecondFactor = z.output<typeof state>;

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** The code that the app shows. */
export const confirmSecondFactorBody = z.strictObject({
  code: z
    .string(says('codeRequired'))
    .check(z.minLength(1, says('codeRequired')), z.regex(/^\d{6}$/, says('codeWrong'))),
});

const path = '/accounts/self-service/second-factor';
const proved = { customer: 'signed-in', admission: 'write' } as const;

export const secondFactor = defineCalls('second-factor', {
  get: {
    method: 'GET',
    path,
    summary: 'Whether signing in asks you for a code beside the password',
    customer: 'signed-in',
    admission: 'read',
    reply: state,
  },
  begin: {
    ...proved,
    method: 'POST',
    path,
    summary: 'A secret for the app that makes codes, told this once; it counts for nothing until a code confirms it',
    tellsSecret: true,
    refusals: ['PASSWORD_PROOF_REQUIRED', 'SECOND_FACTOR_CONFLICT'],
    reply: z.object({
      /** As people type it into their app. */
      secret: z.string(),
      /** The same as an `otpauth:` address, to be shown as a picture. */
      uri: z.string(),
      gmtExpires: instantText,
    }),
  },
  confirm: {
    ...proved,
    method: 'PUT',
    path,
    summary: 'Turn it on with a code of the secret that was begun; tells ten recovery codes, this once',
    tellsSecret: true,
    refusals: ['PASSWORD_PROOF_REQUIRED', 'SECOND_FACTOR_CONFLICT'],
    body: confirmSecondFactorBody,
    reply: recoveryCodes,
  },
  renewRecoveryCodes: {
    ...proved,
    method: 'POST',
    path: `${path}/recovery-codes`,
    summary: 'Ten other recovery codes, told this once; those before are void',
    tellsSecret: true,
    refusals: ['PASSWORD_PROOF_REQUIRED', 'SECOND_FACTOR_CONFLICT'],
    reply: recoveryCodes,
  },
  turnOff: {
    ...proved,
    method: 'DELETE',
    path,
    summary: 'Turn it off; the password alone signs in from then on',
    refusals: ['PASSWORD_PROOF_REQUIRED'],
    reply: noContent,
  },
  takeOff: {
    method: 'POST',
    path: '/accounts/second-factor/removals',
    summary: 'Take it off an account whose owner has lost both app and recovery codes, once people know who asks',
    internal: 'operation.write',
    admission: 'write',
    refusals: ['ACCOUNT_NOT_FOUND', 'SECOND_FACTOR_CONFLICT'],
    body: z.strictObject({ identifier: email, reason: lines(500) }),
    reply: noContent,
  },
});
