import { queryOptions } from '@tanstack/react-query';
import { balanceWarnings } from '@usance/api/billing/balance-warning';
import { call } from '../../api/call.ts';

export const balanceWarningQueries = {
  /** The form shows a failure. */
  detail: (contractId: string) =>
    queryOptions({
      queryKey: ['balance-warning', contractId],
      queryFn: ({ signal }) => call(balanceWarnings.get, { params: { id: contractId }, signal }),
      meta: { ignoreError: true },
    }),
};
