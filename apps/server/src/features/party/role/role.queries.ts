import type { Role } from '@usance/api/role';
import type { DbOrTx, Tx } from '../../../platform/postgres/database.ts';

/** The roles an account holds on a contract; none for a stranger and for an unknown contract alike. */
export async function rolesOn(db: DbOrTx, accountId: string, contractId: string): Promise<Role[]> {
  const rows = await db
    .selectFrom('contract_role')
    .select('role')
    .where('contract_id', '=', contractId)
    .where('account_id', '=', accountId)
    .execute();
  return rows.map((row) => row.role);
}

/** Grants a role; granting it again changes nothing. */
export async function grantRole(
  tx: Tx,
  grant: { contractId: string; accountId: string; role: Role },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('contract_role')
    .values({ contract_id: grant.contractId, account_id: grant.accountId, role: grant.role, granted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
