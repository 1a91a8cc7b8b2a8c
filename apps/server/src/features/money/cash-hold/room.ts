import { holdId } from '@usance/api/money/hold';
import { line, reason } from '#platform/house/archived-text.ts';
import type { Room } from '#platform/house/room.ts';

export const cashHoldRoom: Room = {
  tables: {
    cash_hold: {
      travels: {
        by: ['id'],
        // Names of people belong to an installation's own tokens. Without its proposer, a proposal must be made again.
        without: ['begun_by', 'proposed_by', 'proposed_at', 'proposed_code', 'proposed_reason', 'ended_by'],
        tells: {
          id: holdId,
          reason,
          end_reason: reason,
          counterpart_account_name: line(200),
          counterpart_account_number: line(64),
          counterpart_account_opening_bank: line(200),
        },
      },
    },
  },
};
