import { queryOptions } from '@tanstack/react-query';
import { costSharings } from '@usance/api/contract/cost-sharing';
import { call } from '../../api/call.ts';

export const costSharingQueries = {
  /** The section shows a failure. */
  detail: (contractId: string) =>
    queryOptions({
      queryKey: ['cost-sharing', contractId],
      queryFn: ({ signal }) => call(costSharings.get, { params: { id: contractId }, signal }),
      meta: { ignoreError: true },
    }),
};
