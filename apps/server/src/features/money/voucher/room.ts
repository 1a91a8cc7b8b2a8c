import { voucherId } from '@usance/api/voucher';
import { madeAnew, reason } from '../../../platform/house/archived-text.ts';
import type { Room } from '../../../platform/house/room.ts';

export const voucherRecordRoom: Room = {
  tables: {
    voucher: { travels: { by: ['id'], without: ['init_voucher_id'], tells: { id: voucherId, reason } } },
    voucher_total: { stays: madeAnew },
  },
};
