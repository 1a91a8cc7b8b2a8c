import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { instantText, sensibleInstant } from './wire.ts';

/** What time it is here; in a sandbox time can be moved, and stands still while it is on its way to a goal. */
export const clock = z.object({ isSandbox: z.boolean(), now: instantText, goal: z.nullable(instantText) });

export const clocks = defineCalls('clock', {
  get: {
    customer: 'anyone',
    internal: 'read',
    admission: 'read',
    method: 'GET',
    path: '/clock',
    summary: 'What time it is here, and where it is being moved to in a sandbox',
    reply: clock,
  },
  move: {
    internal: 'operation.write',
    admission: 'usage-write',
    method: 'POST',
    path: '/clock',
    summary: 'Move time forward in a sandbox: all that is due until then happens first, in order. Answers once it has',
    refusals: ['CLOCK_CONFLICT'],
    /** At most 400 days ahead. */
    body: z.strictObject({ to: sensibleInstant }),
    reply: clock,
  },
});
