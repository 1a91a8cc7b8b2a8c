import type { CostView } from '@usance/api/billing/cost-view';
import { type Role, rolesAllow } from '@usance/api/contract/role';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';

export type CostViewRow = Selectable<Database['cost_view']>;
/** A view with its maker's e-mail, and with the reader's own choice of mails. */
export type ReadCostView = CostViewRow & {
  readonly identifier: string;
  readonly sent_on: Selectable<Database['cost_view_mail']>['sent_on'] | null;
};

/** The person who reads views, with the roles on their contract. */
export interface ViewReader {
  readonly accountId: string;
  readonly roles: readonly Role[];
}

/** True if the reader may change the view: its maker, or an admin if it is shared. */
export function mayChangeView(
  { account_id, shared }: Pick<CostViewRow, 'account_id' | 'shared'>,
  { accountId, roles }: ViewReader,
): boolean {
  return account_id === accountId || (shared && rolesAllow(roles, 'contract.admin'));
}

/** The wire form for a reader. */
export function costViewOf(row: ReadCostView, reader: ViewReader): CostView {
  return {
    id: row.id,
    contractId: row.contract_id,
    name: row.name,
    analysis: row.analysis,
    shared: row.shared,
    isMine: row.account_id === reader.accountId,
    maker: row.identifier,
    mayChange: mayChangeView(row, reader),
    mail: row.sent_on ?? 'none',
    gmtCreated: row.created_at.toISOString(),
  };
}
