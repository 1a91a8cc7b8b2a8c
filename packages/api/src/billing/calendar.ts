import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { instantText, sensibleInstant } from '../wire.ts';

export const calendars = defineCalls('calendar', {
  acceptTime: {
    internal: 'operation.write',
    admission: 'write',
    method: 'POST',
    path: '/calendar/accept-time',
    summary:
      'Confirm that the clock is right, and resume a calendar that stopped after a clock jump or days of downtime',
    refusals: ['CLOCK_CONFLICT'],
    /** The time of the caller's own clock; the server's clock must agree. */
    body: z.strictObject({ now: sensibleInstant }),
    reply: z.object({ acceptedAt: instantText }),
  },
});
