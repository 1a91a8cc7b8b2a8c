import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { email } from '../email.ts';
import { says } from '../rule.ts';
import { instantText, lines, noContent } from '../wire.ts';

const state = z.object({
  isEnabled: z.boolean(),
  /** Each can be used once instead of a code. */
  recoveryCodesLeft: z.int(),
  gmtEnabled: z.nullable(instantText),
});
export type SecondFactor = z.output<typeof state>;

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** The code from the app. */
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
    summary: 'Whether sign-in asks you for a code beside the password',
    customer: 'signed-in',
    admission: 'read',
    reply: state,
  },
  begin: {
    ...proved,
    method: 'POST',
    path,
    summary: 'A secret for an authenticator app, shown only once; it has no effect until a code confirms it',
    tellsSecret: true,
    refusals: ['PASSWORD_PROOF_REQUIRED', 'SECOND_FACTOR_CONFLICT'],
    reply: z.object({
      /** The secret, to type into an app. */
      secret: z.string(),
      /** The secret as an `otpauth:` URI, for a QR code. */
      uri: z.string(),
      gmtExpires: instantText,
    }),
  },
  confirm: {
    ...proved,
    method: 'PUT',
    path,
    summary: 'Turn it on with a code of the new secret; returns ten recovery codes, shown only once',
    tellsSecret: true,
    refusals: ['PASSWORD_PROOF_REQUIRED', 'SECOND_FACTOR_CONFLICT'],
    body: confirmSecondFactorBody,
    reply: recoveryCodes,
  },
  renewRecoveryCodes: {
    ...proved,
    method: 'POST',
    path: `${path}/recovery-codes`,
    summary: 'Ten new recovery codes, shown only once; earlier ones become invalid',
    tellsSecret: true,
    refusals: ['PASSWORD_PROOF_REQUIRED', 'SECOND_FACTOR_CONFLICT'],
    reply: recoveryCodes,
  },
  turnOff: {
    ...proved,
    method: 'DELETE',
    path,
    summary: 'Turn it off; sign-in needs only the password from then on',
    refusals: ['PASSWORD_PROOF_REQUIRED'],
    reply: noContent,
  },
  takeOff: {
    method: 'POST',
    path: '/accounts/second-factor/removals',
    summary:
      'Remove it from an account whose owner has lost app and recovery codes, after an operator has verified the owner',
    internal: 'operation.write',
    admission: 'write',
    refusals: ['ACCOUNT_NOT_FOUND', 'SECOND_FACTOR_CONFLICT'],
    body: z.strictObject({ identifier: email, reason: lines(500) }),
    reply: noContent,
  },
});
