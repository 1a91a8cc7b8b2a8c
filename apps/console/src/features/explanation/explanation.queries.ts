import { queryOptions } from '@tanstack/react-query';
import { explanations } from '@usance/api/billing/explanation';
import { call } from '../../api/call.ts';
import { lastOfContract } from '../../api/query-client.ts';

/** A line of a statement. */
export interface ExplainedLine {
  readonly contractId: string;
  readonly statementId: string;
  readonly lineNo: number;
}

export const explanationQueries = {
  /** The dialog shows a failure. */
  line: ({ contractId, statementId, lineNo }: ExplainedLine, page: number) =>
    queryOptions({
      queryKey: ['explanation', contractId, statementId, lineNo, page],
      queryFn: ({ signal }) =>
        call(explanations.ofLine, {
          params: { id: contractId, statementID: statementId, lineNo },
          query: { page },
          signal,
        }),
      placeholderData: lastOfContract(contractId),
      meta: { ignoreError: true },
    }),
};
