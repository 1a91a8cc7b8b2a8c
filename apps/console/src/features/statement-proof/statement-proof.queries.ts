import { queryOptions } from '@tanstack/react-query';
import { statementProofs } from '@usance/api/billing/statement-proof';
import { call } from '../../api/call.ts';

export const statementProofQueries = {
  /** A check is an answer about its moment: a later visit makes a new one. The part of the page shows a failure. */
  detail: (contractId: string, statementID: string) =>
    queryOptions({
      queryKey: ['statement-proof', contractId, statementID],
      queryFn: ({ signal }) => call(statementProofs.get, { params: { id: contractId, statementID }, signal }),
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
      meta: { ignoreError: true },
    }),
};
