import { queryOptions } from '@tanstack/react-query';
import type { CallQuery } from '@usance/api/call';
import { type Deduction, deductions } from '@usance/api/deduction';
import { call } from '../../api/call.ts';
import { lastOfContract } from '../../api/query-client.ts';

export const deductionQueries = {
  /** What keeps it away, its table says. */
  list: (contractId: string, query: CallQuery<typeof deductions.list>) =>
    queryOptions({
      queryKey: ['deduction', contractId, 'list', query],
      queryFn: async ({ signal }) => {
        const page = await call(deductions.list, { params: { id: contractId }, query, signal });
        return { ...page, items: page.items.map(byItself) };
      },
      placeholderData: lastOfContract(contractId),
      staleTime: 15_000,
      meta: { ignoreError: true },
    }),
};

/** One posting may have redeemed several vouchers: each is a row of its own. */
const byItself = (row: Deduction): Deduction => ({ ...row, id: [row.id, row.voucherID].join(' ') });
