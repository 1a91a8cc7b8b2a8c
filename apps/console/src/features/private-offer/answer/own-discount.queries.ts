import { queryOptions } from '@tanstack/react-query';
import { discounts } from '@usance/api/metering/discount';
import { call } from '../../../api/call.ts';

export const ownDiscountQueries = {
  /** The discount of a contract at an instant, if it has one. On a failure no number is shown. */
  at: (contractId: string, at: string) =>
    queryOptions({
      queryKey: ['discount', contractId, at],
      queryFn: async ({ signal }) => {
        const { items } = await call(discounts.list, { params: { id: contractId }, query: { at }, signal });
        // A temporary discount replaces the one around it.
        return items.find(({ temporary }) => temporary) ?? items[0] ?? null;
      },
      meta: { ignoreError: true },
    }),
};
