import { demoBookings } from '@usance/api/demo-booking';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { createDemoBooking } from './create-demo-booking.ts';
import { listDemoBookings } from './demo-booking.queries.ts';

/** `isHosted` where the product is shown to who asks for it; elsewhere there is no such call, as there is no such page. */
export const demoBookingRoom =
  (isHosted: boolean): Room =>
  (mount) => {
    const { create, list } = demoBookings;
    mount({ list }, { list: listDemoBookings });
    if (isHosted) mount({ create }, { create: createDemoBooking });
  };
