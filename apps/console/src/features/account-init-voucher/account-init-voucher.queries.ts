import { queryOptions } from '@tanstack/react-query';
import { accountInitVouchers } from '@usance/api/people/account-init-voucher';
import { call } from '../../api/call.ts';

export const accountInitVoucherQueries = {
  /** The vouchers that wait for the reader's first contract. Creating a contract works without this query. */
  own: () =>
    queryOptions({
      queryKey: ['account-init-voucher', 'own'],
      queryFn: ({ signal }) => call(accountInitVouchers.listOwn, { query: {}, signal }),
      meta: { ignoreError: true },
    }),
};
