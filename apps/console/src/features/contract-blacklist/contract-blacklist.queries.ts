import { queryOptions } from '@tanstack/react-query';
import { contractBlacklists } from '@usance/api/contract/contract-blacklist';
import { call } from '../../api/call.ts';

export const contractBlacklistQueries = {
  /** True if a contract is on the blacklist. Readers without access see no part that asks for it. */
  check: (contractId: string) =>
    queryOptions({
      queryKey: ['contract-blacklist', contractId],
      queryFn: ({ signal }) => call(contractBlacklists.check, { params: { id: contractId }, signal }),
      staleTime: 5 * 60_000,
      meta: { ignoreError: true },
    }),
};
