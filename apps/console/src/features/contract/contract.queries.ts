import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Contract, contracts, contractTiles } from '@usance/api/contract/contract';
import { call } from '../../api/call.ts';

export const contractQueries = {
  /** The reader's contracts, up to a page of tiles; people have few. */
  all: () =>
    queryOptions({
      queryKey: ['contract', 'all'],
      queryFn: ({ signal }) => call(contracts.list, { ...contractTiles, signal }),
      staleTime: 60_000,
    }),
  /** The same for a page that cannot render without them. */
  allOfPage: () => ({ ...contractQueries.all(), meta: { toldByPage: true } }),
  /** The page shows a failure. */
  detail: (contractId: string) =>
    queryOptions({
      queryKey: ['contract', contractId],
      queryFn: ({ signal }) => call(contracts.get, { params: { id: contractId }, signal }),
      staleTime: 60_000,
      meta: { ignoreError: true },
    }),
};

/** Adds a new contract to the cached lists. */
export function keepContract(queryClient: QueryClient, contract: Contract): void {
  queryClient.setQueryData(contractQueries.detail(contract.id).queryKey, contract);
  queryClient.setQueryData(
    contractQueries.all().queryKey,
    (all) => all && { ...all, items: [contract, ...all.items], totalSize: all.totalSize + 1 },
  );
  void queryClient.invalidateQueries(contractQueries.all());
}
