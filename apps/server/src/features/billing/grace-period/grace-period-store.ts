import { pageOf } from '#platform/postgres/page.ts';
import { heldAt, termColumn } from '../../metering/term/term-page.ts';
import type { TermStore } from '../../metering/term/terms.ts';

export interface GracePeriodColumns {
  grace_days: number;
  extension_days: number;
  suspension_days: number;
  backup_days: number;
}

export const gracePeriodStore: TermStore<GracePeriodColumns> = {
  of: (db, contractId) =>
    db.selectFrom('grace_period').selectAll().where('contract_id', '=', contractId).orderBy('effective_from').execute(),
  page: (db, contractId, query) =>
    pageOf(
      db.selectFrom('grace_period').where('contract_id', '=', contractId).where(heldAt('grace_period', query.at)),
      query,
      (found) => found.selectAll().orderBy(termColumn(query), query.ordering).orderBy('id'),
      (row) => row,
    ),
  insert: (tx, row) => tx.insertInto('grace_period').values(row).execute(),
  update: (tx, { contract_id, id, ...row }) =>
    tx.updateTable('grace_period').set(row).where('contract_id', '=', contract_id).where('id', '=', id).execute(),
  delete: (tx, contractId, ids) =>
    tx
      .deleteFrom('grace_period')
      .where('contract_id', '=', contractId)
      .where('id', 'in', [...ids])
      .execute(),
};
