import type { DemoBooking } from '@usance/api/people/demo-booking';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';

export const demoBookingColumns = [
  'id',
  'name',
  'email',
  'company',
  'phone',
  'message',
  'time_wishes',
  'created_at',
] as const;

/** The wire form of a booking, without the network that it came from. */
export function demoBookingOf(
  row: Pick<Selectable<Database['demo_booking']>, (typeof demoBookingColumns)[number]>,
): DemoBooking {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    company: row.company,
    phone: row.phone,
    message: row.message,
    timeWishes: row.time_wishes.map((wish) => wish.toISOString()),
    gmtCreated: row.created_at.toISOString(),
  };
}
