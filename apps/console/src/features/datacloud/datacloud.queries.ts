import { queryOptions } from '@tanstack/react-query';
import { dataclouds, datacloudTiles } from '@usance/api/datacloud';
import { call } from '../../api/call.ts';

const pollMs = 15_000;

export const datacloudQueries = {
  /** The reader's data clouds, as many as a page of tiles holds. Polled while the page is looked at. */
  all: () =>
    queryOptions({
      queryKey: ['datacloud', 'all'],
      queryFn: ({ signal }) => call(dataclouds.list, { ...datacloudTiles, signal }),
      refetchInterval: pollMs,
      staleTime: pollMs,
      meta: { toldByPage: true },
    }),
};
