import type { ParsedQuery } from '@usance/api/call';
import type { DemoBooking, demoBookings } from '@usance/api/people/demo-booking';
import type { Deps } from '#platform/context/context.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { demoBookingColumns, demoBookingOf } from './demo-booking.ts';

/** Returns a page of the demo requests made in [start, end). */
export function listDemoBookings(
  { db }: Pick<Deps, 'db'>,
  { query }: { query: ParsedQuery<typeof demoBookings.list> },
): Promise<Page<DemoBooking>> {
  let wanted = db.selectFrom('demo_booking');
  if (query.start !== undefined) wanted = wanted.where('created_at', '>=', new Date(query.start));
  if (query.end !== undefined) wanted = wanted.where('created_at', '<', new Date(query.end));
  return pageOf(
    wanted,
    query,
    (found) =>
      found
        .select(demoBookingColumns)
        .orderBy(query.orderBy === 'gmtCreated' ? 'created_at' : query.orderBy, query.ordering)
        .orderBy('id'),
    demoBookingOf,
  );
}
