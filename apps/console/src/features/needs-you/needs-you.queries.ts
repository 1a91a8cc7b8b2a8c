import type { QueryClient } from '@tanstack/react-query';
import { recentStatements } from '@usance/api/billing/statement';
import type { Contract } from '@usance/api/contract/contract';
import { waitingOffers } from '@usance/api/sale/private-offer';
import { availableBalanceQueries } from '../available-balance/available-balance.queries.ts';
import { runwayQueries } from '../available-balance/runway.queries.ts';
import { budgetQueries } from '../budget/budget.queries.ts';
import { privateOfferQueries } from '../private-offer/private-offer.queries.ts';
import { statementQueries } from '../statement/statement.queries.ts';

export const needsYouQueries = {
  statements: (contractId: string) => statementQueries.list(contractId, recentStatements.query),
  offers: (contractId: string) => privateOfferQueries.list(contractId, waitingOffers.query),
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
