import { queryOptions } from '@tanstack/react-query';
import { explanations } from '@usance/api/billing/explanation';
import type { CallQuery } from '@usance/api/call';
import { call } from '../../api/call.ts';
import { lastOfContract } from '../../api/query-client.ts';

/** A line of a statement. */
export interface ExplainedLine {
  readonly contractId: string;
  readonly statementId: string;
  readonly lineNo: number;
}

/** Rated rows of a range, filtered like cost analysis. */
export interface ExplainedPurchases {
  readonly contractId: string;
  readonly filters: Omit<CallQuery<typeof explanations.ofPurchases>, 'page'>;
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
  /** The dialog shows a failure. */
  purchases: ({ contractId, filters }: ExplainedPurchases, page: number) =>
    queryOptions({
      queryKey: ['explanation', contractId, filters, page],
      queryFn: ({ signal }) =>
        call(explanations.ofPurchases, { params: { id: contractId }, query: { ...filters, page }, signal }),
      placeholderData: lastOfContract(contractId),
      meta: { ignoreError: true },
    }),
};
