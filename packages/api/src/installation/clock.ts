import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { instantText, sensibleInstant } from '../wire.ts';

/** The current time. In a sandbox it can be moved, and stands still while it moves towards `goal`. */
export const clock = z.object({ isSandbox: z.boolean(), now: instantText, goal: z.nullable(instantText) });

export const clocks = defineCalls('clock', {
  get: {
    customer: 'anyone',
    internal: 'read',
    admission: 'read',
    method: 'GET',
    path: '/clock',
    summary: 'The current time and, in a sandbox, the time that it is being moved to',
    reply: clock,
  },
  move: {
    internal: 'operation.write',
    admission: 'usage-write',
    method: 'POST',
    path: '/clock',
    summary: 'Move time forward in a sandbox; replies after everything that is due by then has run, in order',
    refusals: ['CLOCK_CONFLICT'],
    /** At most 400 days ahead. */
    body: z.strictObject({ to: sensibleInstant }),
    reply: clock,
  },
});
