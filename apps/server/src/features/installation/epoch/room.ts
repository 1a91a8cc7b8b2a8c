import type { Room } from '#platform/house/room.ts';
import { differencesTold } from './epoch.ts';

export const epochRoom: Room = {
  tables: {
    installation: {},
    usage_database: {},
  },
  checks: [{ name: 'the two databases belong together', look: differencesTold }],
};
