import { defineCalls } from '@usance/api/call';
import { noContent } from '@usance/api/wire';
import * as z from 'zod/mini';

/**
 * Lets the platform obtain security tokens in the reader's name. Defined here and not beside the API's calls, which are
 * those that this server answers: only a platform that hands out tokens refuses for want of this, and it answers this too.
 */
export const platformGrants = defineCalls('platform-grant', {
  create: {
    method: 'POST',
    path: '/accounts/self-service/auth/apps/{id}',
    summary: 'Authorize an app',
    customer: 'signed-in',
    admission: 'write',
    params: z.strictObject({ id: z.literal('platform') }),
    reply: noContent,
  },
});
