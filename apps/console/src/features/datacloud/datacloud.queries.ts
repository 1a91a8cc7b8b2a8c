import { queryOptions } from '@tanstack/react-query';
import { dataclouds } from '@usance/api/datacloud';
import { call } from '../../api/call.ts';
import { tilingPageSize } from '../../ui/table/page-size.ts';

const pollMs = 15_000;

export const datacloudQueries = {
  /** The reader's data clouds, as many as a page of tiles holds. Polled while the page is looked at. */
  all: () =>
    queryOptions({
      queryKey: ['datacloud', 'all'],
      queryFn: ({ signal }) => call(dataclouds.list, { query: { pageSize: tilingPageSize }, signal }),
      refetchInterval: pollMs,
      staleTime: pollMs,
    }),
};
