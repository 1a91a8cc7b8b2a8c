import { queryOptions } from '@tanstack/react-query';
import { createDatacloudBody, type Datacloud, dataclouds, datacloudTiles } from '@usance/api/contract/datacloud';
import { call } from '../../api/call.ts';

const pollMs = 15_000;
// Polls while a data cloud is being created or deleted.
const pollUnderWayMs = 3_000;
const underWay: ReadonlySet<Datacloud['state']> = new Set(['CREATING', 'DELETING']);

interface Polled {
  readonly state: { readonly data: { readonly items: readonly Datacloud[] } | undefined };
}
const pollEvery = ({ state: { data } }: Polled) =>
  data?.items.some(({ state }) => underWay.has(state)) ? pollUnderWayMs : pollMs;

export const datacloudQueries = {
  /** The reader's data clouds, up to a page of tiles. Polled while the page is visible. */
  all: () =>
    queryOptions({
      queryKey: ['datacloud', 'all'],
      queryFn: ({ signal }) => call(dataclouds.list, { ...datacloudTiles, signal }),
      refetchInterval: pollEvery,
      staleTime: pollMs,
      meta: { toldByPage: true },
    }),
  /** All data clouds of one contract, polled likewise. The table shows a failure. */
  ofContract: (contractId: string) =>
    queryOptions({
      queryKey: ['datacloud', 'of', contractId],
      queryFn: ({ signal }) => call(dataclouds.list, { query: { contractId, pageSize: 999_999 }, signal }),
      refetchInterval: pollEvery,
      staleTime: pollMs,
      meta: { ignoreError: true },
    }),
  /** True if a name is taken in a region; false if the check fails. */
  exists: (name: string, regionID: string) =>
    queryOptions({
      queryKey: ['datacloud', 'exists', regionID, name],
      queryFn: ({ signal }) =>
        call(dataclouds.exists, { params: { name }, query: { regionID }, signal }).catch((error) => {
          if (signal.aborted) throw error;
          return { exists: false };
        }),
      enabled: regionID !== '' && createDatacloudBody.shape.name.safeParse(name).success,
      staleTime: 0,
      meta: { ignoreError: true },
    }),
};
