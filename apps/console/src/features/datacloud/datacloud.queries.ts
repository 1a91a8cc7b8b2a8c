import { queryOptions } from '@tanstack/react-query';
import { dataclouds } from '@usance/api/datacloud';
import { call } from '../../api/call.ts';

const pollMs = 15_000;

export const datacloudQueries = {
  /** Every data cloud the reader may see. Polled while the page is looked at. */
  all: () =>
    queryOptions({
      queryKey: ['datacloud', 'all'],
      queryFn: ({ signal }) => call(dataclouds.list, { query: { pageSize: 999_999 }, signal }),
      refetchInterval: pollMs,
      staleTime: pollMs,
    }),
};
