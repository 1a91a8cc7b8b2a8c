import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Contract, contracts, contractTiles } from '@usance/api/contract';
import { call } from '../../api/call.ts';

export const contractQueries = {
  /** The reader's contracts, as many as a page of tiles holds; people hold few. */
  all: () =>
    queryOptions({
      queryKey: ['contract', 'all'],
      queryFn: ({ signal }) => call(contracts.list, { ...contractTiles, signal }),
      staleTime: 60_000,
    }),
  /** The same for a page that is nothing without them. */
  allOfPage: () => ({ ...contractQueries.all(), meta: { toldByPage: true } }),
  /** What keeps it away, its page says. */
  detail: (contractId: string) =>
    queryOptions({
      queryKey: ['contract', contractId],
      queryFn: ({ signal }) => call(contracts.get, { params: { id: contractId }, signal }),
      staleTime: 60_000,
      meta: { ignoreError: true },
    }),
};

/** A contract that was just made is known at once, wherever contracts are listed. */
export function keepContract(queryClient: QueryClient, contract: Contract): void {
  queryClient.setQueryData(contractQueries.detail(contract.id).queryKey, contract);
  queryClient.setQueryData(
    contractQueries.all().queryKey,
    (all) => all && { ...all, items: [contract, ...all.items], totalSize: all.totalSize + 1 },
  );
  void queryClient.invalidateQueries(contractQueries.all());
}
