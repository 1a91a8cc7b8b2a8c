import { pageOf } from '#platform/postgres/page.ts';
import { heldAt, termColumn } from '../term/term-page.ts';
import type { TermStore } from '../term/terms.ts';

/** A multiplier above 0 and up to 1. */
export interface DiscountColumns {
  rate: string;
}

export const discountStore: TermStore<DiscountColumns> = {
  of: (db, contractId) =>
    db.selectFrom('discount').selectAll().where('contract_id', '=', contractId).orderBy('effective_from').execute(),
  page: (db, contractId, query) =>
    pageOf(
      db.selectFrom('discount').where('contract_id', '=', contractId).where(heldAt('discount', query.at)),
      query,
      (found) => found.selectAll().orderBy(termColumn(query), query.ordering).orderBy('id'),
      (row) => row,
    ),
  insert: (tx, row) => tx.insertInto('discount').values(row).execute(),
  update: (tx, { contract_id, id, ...row }) =>
    tx.updateTable('discount').set(row).where('contract_id', '=', contract_id).where('id', '=', id).execute(),
  delete: (tx, contractId, ids) =>
    tx
      .deleteFrom('discount')
      .where('contract_id', '=', contractId)
      .where('id', 'in', [...ids])
      .execute(),
};
