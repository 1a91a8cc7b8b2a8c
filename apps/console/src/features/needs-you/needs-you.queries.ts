import { privateOfferQueries } from '../private-offer/private-offer.queries.ts';
import { statementQueries } from '../statement/statement.queries.ts';

export const needsYouQueries = {
  /** The newest two years: an older statement that waits is overdue, and the banner says so. */
  statements: (contractId: string) => statementQueries.newest(contractId, 24),
  /** The offers that wait for an answer. */
  offers: (contractId: string) => privateOfferQueries.list(contractId, { statuses: 'pending_acceptance', pageSize: 3 }),
};
