import type { Room } from '#platform/house/room.ts';
import { verifyTerms } from './verify-terms.ts';

export const termRoom: Room = {
  checks: [{ name: 'what was agreed for a time holds one at a time', look: ({ db }) => verifyTerms(db) }],
};
