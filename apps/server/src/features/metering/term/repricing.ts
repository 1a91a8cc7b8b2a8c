import type { Tx } from '#platform/postgres/database.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { markRepricedDays } from '../billing-day/dirty-days.ts';
import { changePrices } from '../rating-terms/rating-terms.ts';
import { afterSignedMonths } from './grounds.ts';

/**
 * Of terms that usage is rated by: runs that can have read the ones before count no more, no month is signed meanwhile, and
 * what they reach is rated again.
 */
export const repricing = {
  ground: afterSignedMonths,
  hold: (tx: Tx, { id: contractId, currency }: ContractRow) => changePrices(tx, [{ contractId, currency }]),
  after: (tx: Tx, { id: contractId, currency }: ContractRow, from: Date) =>
    markRepricedDays(tx, [{ contractId, currency, from }]),
};
