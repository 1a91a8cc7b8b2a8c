import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { email } from '../email.ts';
import { identity, newTraits } from './account.ts';
import { newPassword } from './password.ts';
import { codeProof, jobId, provedPhone } from './verification.ts';

const provedMail = z.strictObject({ address: email, authJobID: jobId, token: codeProof });

const registerBody = z.strictObject({
  email: provedMail,
  phone: z.optional(provedPhone),
  traits: newTraits,
  password: newPassword,
});

export const registrations = defineCalls('registration', {
  register: {
    method: 'POST',
    path: '/accounts/self-service/register',
    summary: 'Create an account for an e-mail that a code has proved, and sign in',
    customer: 'anyone',
    admission: 'password',
    refusals: ['ACCOUNT_EXISTS'],
    body: registerBody,
    reply: identity,
  },
});
