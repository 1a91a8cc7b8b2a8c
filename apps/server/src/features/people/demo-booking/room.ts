import { demoBookings } from '@usance/api/people/demo-booking';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { createDemoBooking } from './create-demo-booking.ts';
import { listDemoBookings } from './demo-booking.queries.ts';

declare module '#platform/context/context.ts' {
  interface Fittings {
    /** Self-hosted installations offer no demos. */
    readonly isSelfHosted: boolean;
  }
}

const { create, list } = demoBookings;

export const demoBookingRoom: Room = {
  calls: [
    ...mount({ list }, { list: listDemoBookings }),
    // A self-hosted installation has neither this call nor its page.
    ...mount({ create }, { create: createDemoBooking }, ({ isSelfHosted }) => !isSelfHosted),
  ],
  tables: {
    demo_booking: {},
  },
};
