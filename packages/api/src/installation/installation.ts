import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';

export const installation = defineCalls('installation', {
  verify: {
    method: 'GET',
    path: '/verify',
    summary: 'Verify the consistency of the whole installation, reading only; one run at a time',
    internal: 'read',
    admission: 'usage-export',
    reply: z.object({
      sound: z.boolean(),
      checks: z.array(
        z.object({
          /** The name of the check. */
          check: z.string(),
          /**
           * False if the usage database had no memory or gave no answer. The last problem says so, and there may be
           * more.
           */
          isMade: z.boolean(),
          /** The number of problems. */
          problemCount: z.int(),
          /** The first hundred problems, as sentences. */
          problems: z.array(z.string()),
        }),
      ),
    }),
  },
});
