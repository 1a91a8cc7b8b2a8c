import { waitingMonths } from '@usance/api/billing/waiting-month';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { listWaiting } from './waiting-month.queries.ts';

export const waitingMonthRoom: Room = {
  calls: mount(waitingMonths, { list: listWaiting }),
  tables: {
    waiting_month: { travels: { by: ['month'] } },
  },
};
