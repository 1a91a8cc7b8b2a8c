import { pageOf } from '#platform/postgres/page.ts';
import { heldAt, termColumn } from '../../metering/term/term-page.ts';
import type { TermStore } from '../../metering/term/terms.ts';

export interface CreditLimitColumns {
  amount: string;
}

export const creditLimitStore: TermStore<CreditLimitColumns> = {
  of: (db, contractId) =>
    db.selectFrom('credit_limit').selectAll().where('contract_id', '=', contractId).orderBy('effective_from').execute(),
  page: (db, contractId, query) =>
    pageOf(
      db.selectFrom('credit_limit').where('contract_id', '=', contractId).where(heldAt('credit_limit', query.at)),
      query,
      (found) => found.selectAll().orderBy(termColumn(query), query.ordering).orderBy('id'),
      (row) => row,
    ),
  insert: (tx, row) => tx.insertInto('credit_limit').values(row).execute(),
  update: (tx, { contract_id, id, ...row }) =>
    tx.updateTable('credit_limit').set(row).where('contract_id', '=', contract_id).where('id', '=', id).execute(),
  delete: (tx, contractId, ids) =>
    tx
      .deleteFrom('credit_limit')
      .where('contract_id', '=', contractId)
      .where('id', 'in', [...ids])
      .execute(),
};
