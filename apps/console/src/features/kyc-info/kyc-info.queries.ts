import { queryOptions } from '@tanstack/react-query';
import { kycInfos } from '@usance/api/contract/kyc-info';
import { call } from '../../api/call.ts';

export const kycInfoQueries = {
  /** The legal entity of a contract. Its section shows a failure. */
  detail: (contractId: string) =>
    queryOptions({
      queryKey: ['kyc-info', contractId],
      queryFn: ({ signal }) => call(kycInfos.get, { params: { id: contractId }, signal }),
      staleTime: 60_000,
      meta: { ignoreError: true },
    }),
};
