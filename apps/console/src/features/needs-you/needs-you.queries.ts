import type { QueryClient } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { availableBalanceQueries } from '../available-balance/available-balance.queries.ts';
import { runwayQueries } from '../available-balance/runway.queries.ts';
import { budgetQueries } from '../budget/budget.queries.ts';
import { privateOfferQueries } from '../private-offer/private-offer.queries.ts';
import { statementQueries } from '../statement/statement.queries.ts';

export const needsYouQueries = {
  /** The newest two years: an older statement that waits is overdue, and the banner says so. */
  statements: (contractId: string) => statementQueries.newest(contractId, 24),
  /** The offers that wait for an answer. */
  offers: (contractId: string) => privateOfferQueries.list(contractId, { statuses: 'pending_acceptance', pageSize: 3 }),
  /** Asked for only if the reader may act on them. */
  budgets: ({ id, permissions }: Contract) => ({
    ...budgetQueries.all(id),
    enabled: permissions?.canManageBilling === true,
  }),
};

/** Fetches all that the strip tells of a contract. Later, it would push the page down. */
export async function prefetchNeedsYou(queryClient: QueryClient, contract: Contract): Promise<void> {
  const contractId = contract.id;
  const budgets = needsYouQueries.budgets(contract);
  await Promise.all([
    queryClient.prefetchQuery(needsYouQueries.statements(contractId)),
    queryClient.prefetchQuery(needsYouQueries.offers(contractId)),
    budgets.enabled && queryClient.prefetchQuery(budgets),
    queryClient.prefetchQuery(runwayQueries.of(contractId)),
    queryClient.prefetchQuery(availableBalanceQueries.detail(contractId)),
  ]);
}

/**
 * Returns the contracts whose matters stand on a page of several: those whose bills the reader may see, at most four,
 * since the page waits for their answers.
 */
export function toldContracts(contracts: readonly Contract[]): readonly Contract[] {
  return contracts.filter(({ permissions }) => permissions?.canReadBilling).slice(0, 4);
}
