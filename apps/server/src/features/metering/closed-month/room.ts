import type { Room } from '#platform/house/room.ts';

export const closedMonthRoom: Room = {
  tables: {
    closed_month: { travels: { by: ['month'] } },
  },
};
