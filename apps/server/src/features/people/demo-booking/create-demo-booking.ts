import type { ParsedBody } from '@usance/api/call';
import { type DemoBooking, demoBookingId, type demoBookings } from '@usance/api/people/demo-booking';
import { says } from '@usance/api/rule';
import type { WriteContext } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import { takeTurns } from '#platform/postgres/take-turns.ts';
import { invalidParameter, Refusal } from '#platform/refusal.ts';
import { networkOf, siteStartOf } from '../account/lockout/network-address.ts';
import { demoBookingOf } from './demo-booking.ts';

const hourMs = 3_600_000;
const mostFromNetwork = 5;
// Per IPv6 /48, which one machine may own whole.
const mostFromSite = 50;

/** Stores a request for a demo. It does not check whether the e-mail has an account, so the reply reveals nothing. */
export async function createDemoBooking(
  ctx: Pick<WriteContext, 'tx' | 'now' | 'address'>,
  { body }: { body: ParsedBody<typeof demoBookings.create> },
): Promise<DemoBooking> {
  const { tx, now } = ctx;
  const wishes = body.timeWishes.map((wish) => new Date(wish));
  const passed = wishes.findIndex((wish) => wish <= now);
  if (passed !== -1) throw invalidParameter(`timeWishes.${passed}`, says('instantPassed'));
  const network = networkOf(ctx.address);
  await refuseTooManyFrom(ctx, network);
  const { name, email, company, phone = '', message = '' } = body;
  const row = {
    id: newId(demoBookingId),
    ...{ name, email, company, phone, message },
    time_wishes: wishes,
    created_at: now,
  };
  await tx
    .insertInto('demo_booking')
    .values({ ...row, network })
    .execute();
  return demoBookingOf(row);
}

/** Refuses a booking above the hourly limit of its network. The locks serialise concurrent bookings. */
async function refuseTooManyFrom({ tx, now }: Pick<WriteContext, 'tx' | 'now'>, network: string): Promise<void> {
  const site = siteStartOf(network);
  for (const from of site === undefined ? [network] : [network, site]) await takeTurns(tx, `demo booking from ${from}`);
  const booked = tx
    .selectFrom('demo_booking')
    .select('created_at')
    .where('created_at', '>', new Date(now.getTime() - hourMs))
    // A later time than this was written by a clock that ran ahead.
    .where('created_at', '<=', now)
    .orderBy('created_at', 'desc')
    .limit(1);
  const ofNetwork = await booked
    .where('network', '=', network)
    .offset(mostFromNetwork - 1)
    .executeTakeFirst();
  const ofSite =
    site === undefined
      ? undefined
      : await booked
          .where('network', 'like', `${site}%`)
          .offset(mostFromSite - 1)
          .executeTakeFirst();
  const until = [ofNetwork, ofSite].map((row) => (row ? row.created_at.getTime() + hourMs : 0));
  const waitMs = Math.max(...until) - now.getTime();
  if (waitMs <= 0) return;
  throw new Refusal(
    'TOO_MANY_REQUESTS',
    'Several demos have been booked from here already. Please wait, then try again.',
    {
      retryAfterSeconds: String(Math.ceil(waitMs / 1_000)),
    },
  );
}
