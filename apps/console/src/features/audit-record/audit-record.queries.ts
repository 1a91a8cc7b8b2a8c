import { queryOptions } from '@tanstack/react-query';
import { auditRecords } from '@usance/api/audit-record';
import type { CallQuery } from '@usance/api/call';
import { call } from '../../api/call.ts';
import { lastOfContract } from '../../api/query-client.ts';

export const auditRecordQueries = {
  /** What keeps it away, its table says. */
  list: (contractId: string, query: CallQuery<typeof auditRecords.list>) =>
    queryOptions({
      queryKey: ['audit-record', contractId, query],
      queryFn: ({ signal }) => call(auditRecords.list, { params: { id: contractId }, query, signal }),
      placeholderData: lastOfContract(contractId),
      meta: { ignoreError: true },
      // Each thing that is done adds to it: who comes back sees what they have done meanwhile.
      staleTime: 0,
    }),
};
