import { queryOptions } from '@tanstack/react-query';
import type { CallQuery } from '@usance/api/call';
import { vouchers } from '@usance/api/money/voucher';
import { call } from '../../api/call.ts';
import { lastOfContract } from '../../api/query-client.ts';

const staleTime = 15_000;

/** The tables show a failure. */
export const voucherQueries = {
  list: (contractId: string, query: CallQuery<typeof vouchers.list>) =>
    queryOptions({
      queryKey: ['voucher', contractId, 'list', query],
      queryFn: ({ signal }) => call(vouchers.list, { params: { id: contractId }, query, signal }),
      placeholderData: lastOfContract(contractId),
      staleTime,
      meta: { ignoreError: true },
    }),
  /** Sums over all vouchers ever issued. */
  summary: (contractId: string) =>
    queryOptions({
      queryKey: ['voucher', contractId, 'summary'],
      queryFn: ({ signal }) => call(vouchers.summary, { params: { id: contractId }, query: {}, signal }),
      staleTime,
      meta: { ignoreError: true },
    }),
};
