import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { needs, says } from '../rule.ts';
import { text } from '../wire.ts';

const citizenBody = z.strictObject({
  citizenName: text(100),
  citizenSocialId: z
    .string(needs('identityId'))
    .check(
      z.maxLength(18, { error: says('identityId'), abort: true }),
      z.regex(/^[0-9A-Za-z]{18}$/, says('identityId')),
    ),
});

const citizen = z.object({
  citizenName: z.string(),
  /** With stars except for the last four characters. */
  citizenSocialId: z.string(),
  /** True if the check digit is valid. An invalid one is accepted, since real ids with one exist. */
  isPlausible: z.boolean(),
});

export const citizens = defineCalls('citizen', {
  auth: {
    method: 'PUT',
    path: '/accounts/citizen/auth',
    summary: 'Set or replace your legal name and id number',
    customer: 'signed-in',
    admission: 'write',
    tellsSecret: true,
    body: citizenBody,
    reply: citizen,
  },
});
