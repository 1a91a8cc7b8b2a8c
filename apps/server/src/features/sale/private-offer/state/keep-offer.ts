import type { Updateable } from 'kysely';
import type { Database, Tx } from '#platform/postgres/database.ts';
import type { OfferRow } from './offer-state.ts';

/** Updates an offer and returns the new row. */
export function keepOffer(
  tx: Tx,
  { contract_id, id }: Pick<OfferRow, 'contract_id' | 'id'>,
  change: Updateable<Database['private_offer']>,
): Promise<OfferRow> {
  return tx
    .updateTable('private_offer')
    .set(change)
    .where('contract_id', '=', contract_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
