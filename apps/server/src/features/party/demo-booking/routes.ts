import { demoBookings } from '@usance/api/demo-booking';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { createDemoBooking } from './create-demo-booking.ts';
import { listDemoBookings } from './demo-booking.queries.ts';

export const demoBookingRoom: Room = (mount) =>
  mount(demoBookings, { create: createDemoBooking, list: listDemoBookings });
