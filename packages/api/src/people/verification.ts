import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { email } from '../email.ts';
import { codePhone } from '../phone.ts';
import { says } from '../rule.ts';
import { idOf, instantText } from '../wire.ts';

/** The id of a sent code and its state. */
export const jobId = idOf('job');

/**
 * The purpose of a code. By default, a code for an e-mail with an account resets the password, and any other registers.
 */
const mailPurpose = z.enum(['register', 'reset']);

/** The received code, six digits. */
const code = z
  .string(says('codeRequired'))
  .check(z.minLength(1, says('codeRequired')), z.regex(/^\d{6}$/, says('codeWrong')));
/** The proof of a code: the code itself, or the token that its job has returned for it. */
export const codeProof = z
  .string(says('codeRequired'))
  .check(z.minLength(1, says('codeRequired')), z.regex(/^(\d{6}|[\w-]{43})$/, says('codeWrong')));

/** A telephone that a code has proved. */
export const provedPhone = z.strictObject({ number: codePhone, authJobID: jobId, token: codeProof });

const sent = z.object({
  jobID: jobId,
  /** An additional message for the caller. */
  message: z.optional(z.string()),
});

const state = z.enum(['pending', 'proved', 'used', 'expired', 'dead']);

const sending = { method: 'PUT', customer: 'anyone', admission: 'write', reply: sent } as const;

export const verifications = defineCalls('verification', {
  sendMail: {
    ...sending,
    path: '/accounts/auth/mailer/{email}',
    summary: 'Send a verification code by mail; 60 seconds later it can be sent again',
    params: z.strictObject({ email }),
    query: z.strictObject({ purpose: z.optional(mailPurpose) }),
  },
  sendSms: {
    ...sending,
    path: '/accounts/auth/sms/{number}',
    summary: 'Send a verification code to a telephone; 60 seconds later it can be sent again',
    params: z.strictObject({ number: codePhone }),
  },
  get: {
    method: 'GET',
    path: '/accounts/auth-jobs/{job}',
    summary: 'The state of a sent code, and a token for a caller who gives the code',
    customer: 'anyone',
    admission: 'read',
    refusals: ['AUTH_JOB_NOT_FOUND'],
    params: z.strictObject({ job: jobId }),
    query: z.strictObject({ code: z.optional(code) }),
    reply: z.object({ id: jobId, state, gmtExpires: instantText, token: z.optional(z.string()) }),
  },
});
