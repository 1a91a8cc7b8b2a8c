import { role, rolesAllow } from '@usance/api/contract/role';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { getContract } from '../../contract/contract/contract.queries.ts';
import { widenedBy } from '../../contract/contract/contract.ts';
import type { CostViewRow } from './cost-view.ts';

/**
 * Returns the people whose mail is due and who may read the view: they hold a role that sees the contract's costs. It
 * reads the contract itself, since an admin can end the sharing of costs while figures are read.
 */
export async function dueReaders(db: DbOrTx, { contract_id, id, account_id, shared }: CostViewRow, now: Date) {
  const widened = widenedBy(await getContract(db, contract_id));
  const allowed = role.options.filter((held) => rolesAllow([held], 'costs.read', widened));
  return db
    .selectFrom('cost_view_mail as mail')
    .innerJoin('account', 'account.id', 'mail.account_id')
    .leftJoin('notification_reader as reader', 'reader.account_id', 'mail.account_id')
    .where('mail.contract_id', '=', contract_id)
    .where('mail.view_id', '=', id)
    .where('mail.next_at', '<=', now)
    .$if(!shared, (found) => found.where('mail.account_id', '=', account_id))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('contract_role')
          .select('contract_role.role')
          .where('contract_role.contract_id', '=', contract_id)
          .whereRef('contract_role.account_id', '=', 'mail.account_id')
          .where('contract_role.role', 'in', allowed),
      ),
    )
    .select(['mail.account_id', 'mail.sent_on', 'account.identifier', 'reader.language'])
    .execute();
}
