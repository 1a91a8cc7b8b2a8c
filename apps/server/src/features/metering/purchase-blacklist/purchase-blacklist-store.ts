import { pageOf } from '#platform/postgres/page.ts';
import { heldAt, termColumn } from '../term/term-page.ts';
import type { TermStore } from '../term/terms.ts';

/** The SKU that is not charged. */
export interface PurchaseBlacklistColumns {
  sku_id: string;
}

export const purchaseBlacklistStore: TermStore<PurchaseBlacklistColumns> = {
  of: (db, contractId) =>
    db
      .selectFrom('purchase_blacklist')
      .selectAll()
      .where('contract_id', '=', contractId)
      .orderBy('effective_from')
      .execute(),
  page: (db, contractId, query) =>
    pageOf(
      db
        .selectFrom('purchase_blacklist')
        .where('contract_id', '=', contractId)
        .where(heldAt('purchase_blacklist', query.at, 'sku_id')),
      query,
      (found) => found.selectAll().orderBy(termColumn(query), query.ordering).orderBy('id'),
      (row) => row,
    ),
  insert: (tx, row) => tx.insertInto('purchase_blacklist').values(row).execute(),
  update: (tx, { contract_id, id, ...row }) =>
    tx.updateTable('purchase_blacklist').set(row).where('contract_id', '=', contract_id).where('id', '=', id).execute(),
  delete: (tx, contractId, ids) =>
    tx
      .deleteFrom('purchase_blacklist')
      .where('contract_id', '=', contractId)
      .where('id', 'in', [...ids])
      .execute(),
};
