import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { needs, says } from './rule.ts';
import { text } from './wire.ts';

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
  /** All but the last four characters are stars. */
  citizenSocialId: z.string(),
  /** Whether its check digit fits; one that does not is kept nevertheless, since there are such. */
  isPlausible: z.boolean(),
});

export const citizens = defineCalls('citizen', {
  auth: {
    method: 'PUT',
    path: '/accounts/citizen/auth',
    summary: 'Say which person you are by law, in place of what you said before',
    customer: 'signed-in',
    admission: 'write',
    tellsSecret: true,
    body: citizenBody,
    reply: citizen,
  },
});
