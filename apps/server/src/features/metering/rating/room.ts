import { usageStays } from '#platform/house/archived-text.ts';
import type { Room } from '#platform/house/room.ts';
import { verifyRated } from './verify-rated.ts';

export const ratingRoom: Room = {
  tables: {
    rated_day: { stays: usageStays },
    dead_run: { stays: usageStays },
    rating_terms: {},
  },
  sequences: {
    purchase_run_no: [
      ['rated_day', 'run_no'],
      ['dead_run', 'run_no'],
      ['rating_terms', 'changed_run'],
    ],
  },
  checks: [{ name: 'what counts is what was rated', look: verifyRated }],
};
