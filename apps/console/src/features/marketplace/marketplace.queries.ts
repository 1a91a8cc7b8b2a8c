import { queryOptions } from '@tanstack/react-query';
import type { CloudProvider } from '@usance/api/cloud';
import { marketplaces } from '@usance/api/marketplace/marketplace';
import { call } from '../../api/call.ts';

/** The interval at which a pending subscription is checked again. */
const recheckMs = 10_000;

export const marketplaceQueries = {
  /** The status of a registration token. Its form shows a failure. */
  status: (token: string, cloudProvider: CloudProvider | undefined) =>
    queryOptions({
      queryKey: ['marketplace', 'status', token, cloudProvider],
      queryFn: ({ signal }) =>
        call(marketplaces.status, { query: { token, cloudProvider: cloudProvider ?? 'aws' }, signal }),
      enabled: token !== '' && cloudProvider !== undefined,
      staleTime: recheckMs,
      refetchInterval: ({ state }) => (state.data?.status === 'subscribing' ? recheckMs : false),
      meta: { ignoreError: true },
    }),
  /** The link of a contract. A failure is only logged, and the contract is shown without its link. */
  detail: (contractId: string) =>
    queryOptions({
      queryKey: ['marketplace', contractId],
      queryFn: ({ signal }) => call(marketplaces.get, { params: { id: contractId }, signal }),
      meta: { ignoreError: true },
    }),
};
