import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getAvailableBalance } from '@usance/api/available-balance';
import { listBankBalanceDetails, listFrozenDetails, summarizeBankBalance } from '@usance/api/bank';
import type { CallQuery } from '@usance/api/call';
import { call } from '../../api/call.ts';

const staleTime = 15_000;

export const balanceQueries = {
  available: (contractId: string) =>
    queryOptions({
      queryKey: ['balance', contractId, 'available'],
      queryFn: ({ signal }) => call(getAvailableBalance, { params: { id: contractId }, signal }),
      staleTime,
    }),
  cash: (contractId: string, query: CallQuery<typeof listBankBalanceDetails>) =>
    queryOptions({
      queryKey: ['balance', contractId, 'cash', query],
      queryFn: ({ signal }) => call(listBankBalanceDetails, { params: { id: contractId }, query, signal }),
      placeholderData: keepPreviousData,
      staleTime,
    }),
  cashSummary: (contractId: string, query: CallQuery<typeof summarizeBankBalance>) =>
    queryOptions({
      queryKey: ['balance', contractId, 'cash-summary', query],
      queryFn: ({ signal }) => call(summarizeBankBalance, { params: { id: contractId }, query, signal }),
      placeholderData: keepPreviousData,
      staleTime,
    }),
  frozen: (contractId: string, query: CallQuery<typeof listFrozenDetails>) =>
    queryOptions({
      queryKey: ['balance', contractId, 'frozen', query],
      queryFn: ({ signal }) => call(listFrozenDetails, { params: { id: contractId }, query, signal }),
      placeholderData: keepPreviousData,
      staleTime,
    }),
};
