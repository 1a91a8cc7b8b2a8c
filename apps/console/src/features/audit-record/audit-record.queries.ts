import { queryOptions } from '@tanstack/react-query';
import type { CallQuery } from '@usance/api/call';
import { auditRecords } from '@usance/api/contract/audit-record';
import { call } from '../../api/call.ts';
import { lastOfContract } from '../../api/query-client.ts';

export const auditRecordQueries = {
  /** The table itself shows why it could not be loaded. */
  list: (contractId: string, query: CallQuery<typeof auditRecords.list>) =>
    queryOptions({
      queryKey: ['audit-record', contractId, query],
      queryFn: ({ signal }) => call(auditRecords.list, { params: { id: contractId }, query, signal }),
      placeholderData: lastOfContract(contractId),
      meta: { ignoreError: true },
      // Every write adds a record, so the page asks again on each visit.
      staleTime: 0,
    }),
};
