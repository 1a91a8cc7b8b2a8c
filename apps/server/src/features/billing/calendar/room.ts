import { calendars } from '@usance/api/billing/calendar';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { acceptTime } from './accept-time.ts';
import { verifyTimes } from './verify-times.ts';

export const calendarRoom: Room = {
  calls: mount(calendars, { acceptTime }),
  tables: {
    calendar_tick: {},
  },
  checks: [{ name: 'no money moves at a future time', look: verifyTimes }],
};
