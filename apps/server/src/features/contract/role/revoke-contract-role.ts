import type { ParsedParams } from '@usance/api/call';
import type { contractRoles } from '@usance/api/contract/contract-role';
import { sql } from 'kysely';
import type { WriteContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { conflict, Refusal } from '#platform/refusal.ts';
import { getAccount } from '../../people/account/account.queries.ts';
import type { OnLocked } from '../contract/locked.ts';
import { assertMayGrant } from './grant-contract-role.ts';
import { notifyHolder } from './notify-holder.ts';
import { roleNotices } from './role-notices.ts';

type Params = ParsedParams<typeof contractRoles.revoke>;

/**
 * Revokes a role and mails its holder; it takes effect with the commit. An unknown account and one without the role
 * get the same refusal. The last admin cannot be revoked.
 */
export async function revokeContractRole(
  ctx: OnLocked<Pick<WriteContext, 'tx' | 'now' | 'subject' | 'language'>>,
  { params }: { params: Params },
): Promise<void> {
  const { tx, contract, subject } = ctx;
  const { role } = params;
  const asking = signedInAccount(subject);
  await assertMayGrant(tx, { contractId: contract.id, accountId: asking, role });
  const by = (await getAccount(tx, asking)).identifier;
  const holder = await findHolder(tx, params);
  if (!holder) throw new Refusal('ROLE_NOT_GRANTED', 'They do not hold this role.');
  if (role === 'admin') await assertOtherAdmin(tx, contract.id, holder.id);
  await tx
    .deleteFrom('contract_role')
    .where('contract_id', '=', contract.id)
    .where('account_id', '=', holder.id)
    .where('role', '=', role)
    .execute();
  await notifyHolder(ctx, holder, roleNotices.lost({ role, contractId: contract.id, by }));
}

function findHolder(tx: Tx, { id, role, user }: Params): Promise<{ id: string; identifier: string } | undefined> {
  return tx
    .selectFrom('contract_role')
    .innerJoin('account', 'account.id', 'contract_role.account_id')
    .select(['account.id', 'account.identifier'])
    .where('contract_role.contract_id', '=', id)
    .where('contract_role.role', '=', role)
    .where((eb) => eb.or([eb('account.id', '=', user), eb(sql`lower(account.identifier)`, '=', user.toLowerCase())]))
    .executeTakeFirst();
}

async function assertOtherAdmin(tx: Tx, contractId: string, accountId: string): Promise<void> {
  const other = await tx
    .selectFrom('contract_role')
    .select('account_id')
    .where('contract_id', '=', contractId)
    .where('role', '=', 'admin')
    .where('account_id', '!=', accountId)
    .limit(1)
    .executeTakeFirst();
  if (!other) throw conflict('LAST_ADMIN', 'A contract needs an admin. Grant the role to another person first.');
}
