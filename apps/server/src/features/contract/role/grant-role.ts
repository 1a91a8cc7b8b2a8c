import type { Role } from '@usance/api/contract/role';
import type { Tx } from '#platform/postgres/database.ts';

/** Grants a role. Returns false if the account already has it. */
export async function grantRole(
  tx: Tx,
  grant: { contractId: string; accountId: string; role: Role },
  now: Date,
): Promise<boolean> {
  const granted = await tx
    .insertInto('contract_role')
    .values({ contract_id: grant.contractId, account_id: grant.accountId, role: grant.role, granted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('role')
    .executeTakeFirst();
  return granted !== undefined;
}
