import * as z from 'zod/mini';
import { defineCalls } from './call.ts';
import { instantText, sensibleInstant } from './wire.ts';

export const calendars = defineCalls('calendar', {
  acceptTime: {
    internal: 'operation.write',
    admission: 'write',
    method: 'POST',
    path: '/calendar/accept-time',
    summary: 'Let the calendar go on that waits since its clock jumped or nobody ran for days: the clock is right',
    refusals: ['CLOCK_CONFLICT'],
    /** What time it is by the caller's own clock; the server's must say the same. */
    body: z.strictObject({ now: sensibleInstant }),
    reply: z.object({ acceptedAt: instantText }),
  },
});
