import type { Tx } from '#platform/postgres/database.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { markRepricedDays } from '../billing-day/dirty-days.ts';
import { changePrices } from '../rating-terms/rating-terms.ts';
import { afterSignedMonths } from './grounds.ts';

/**
 * The hooks of terms that rating uses: older runs cannot go live, no month is signed meanwhile, and affected days are
 * rated again.
 */
export const repricing = {
  ground: afterSignedMonths,
  hold: (tx: Tx, { id: contractId, currency }: ContractRow) => changePrices(tx, [{ contractId, currency }]),
  after: (tx: Tx, { id: contractId, currency }: ContractRow, from: Date) =>
    markRepricedDays(tx, [{ contractId, currency, from }]),
};
