import * as z from 'zod/mini';
import { defineCalls } from './call.ts';

export const installation = defineCalls('installation', {
  verify: {
    method: 'GET',
    path: '/verify',
    summary: 'Hold the whole installation against itself, reading only; one at a time',
    internal: 'read',
    admission: 'usage-export',
    reply: z.object({
      sound: z.boolean(),
      checks: z.array(
        z.object({
          /** What was looked at. */
          check: z.string(),
          /** False where the usage database had no room or no answer for it: its last problem says so, and there may be more. */
          isMade: z.boolean(),
          /** How many things are wrong with it. */
          problemCount: z.int(),
          /** The first hundred of them, a sentence each. */
          problems: z.array(z.string()),
        }),
      ),
    }),
  },
});
