import { accountInitVouchers } from '@usance/api/people/account-init-voucher';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { listInitVouchers, listOwnInitVouchers } from './account-init-voucher.queries.ts';
import { createInitVoucher } from './create-init-voucher.ts';

export const accountInitVoucherRoom: Room = {
  calls: mount(accountInitVouchers, {
    create: createInitVoucher,
    listOwn: listOwnInitVouchers,
    list: listInitVouchers,
  }),
  tables: {
    account_init_voucher: {},
  },
};
