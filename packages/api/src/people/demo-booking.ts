import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { email } from '../email.ts';
import { says } from '../rule.ts';
import { sortedBy } from '../sorted.ts';
import { idOf, instantText, lines, paged, paging, rangeQuery, sensibleInstant, text } from '../wire.ts';

export const demoBookingId = idOf('demo');

/** A request for a demonstration of 30 minutes. */
const demoBookingBody = z.strictObject({
  name: text(100),
  email,
  company: text(200),
  /** Free text, from any country. */
  phone: z.optional(text(40, 0)),
  message: z.optional(lines(2_000, 0)),
  /** Preferred times, the best first. */
  timeWishes: z._default(z.array(sensibleInstant).check(z.maxLength(5, says('tooMany', { max: 5 }))), []),
});

const demoBooking = z.object({
  id: demoBookingId,
  name: z.string(),
  email: z.string(),
  company: z.string(),
  /** Empty if nothing was entered. */
  phone: z.string(),
  message: z.string(),
  timeWishes: z.array(instantText),
  gmtCreated: instantText,
});
export type DemoBooking = z.output<typeof demoBooking>;

export const demoBookings = defineCalls('demo-booking', {
  create: {
    method: 'POST',
    path: '/demo-bookings',
    summary: 'Ask for a demonstration of 30 minutes',
    customer: 'anyone',
    admission: 'write',
    body: demoBookingBody,
    reply: demoBooking,
  },
  list: {
    internal: 'read',
    method: 'GET',
    path: '/demo-bookings',
    summary: 'Requests for a demonstration in a range of time, the newest first',
    admission: 'read',
    query: z.strictObject({ ...rangeQuery, ...paging, ...sortedBy('gmtCreated', 'name', 'company', 'email') }),
    reply: paged(demoBooking),
  },
});
