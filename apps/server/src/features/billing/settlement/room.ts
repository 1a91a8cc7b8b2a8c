import type { Room } from '#platform/house/room.ts';

export const settlementRoom: Room = {
  tables: {
    settlement: { travels: { by: ['posting_id', 'account'], without: ['account'] } },
    statement_to_prove: { stays: 'has rows inside transactions only' },
  },
};
