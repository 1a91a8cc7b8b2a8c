import { queryOptions } from '@tanstack/react-query';
import { contractRoles } from '@usance/api/contract/contract-role';
import { call } from '../../api/call.ts';

export const contractRoleQueries = {
  /** The roles of a contract with all their members. The page shows a failure. */
  list: (contractId: string) =>
    queryOptions({
      queryKey: ['contract-role', contractId],
      queryFn: ({ signal }) => call(contractRoles.list, { params: { id: contractId }, query: {}, signal }),
      meta: { ignoreError: true },
    }),
};
