import type { ParsedParams } from '@usance/api/call';
import type { contractRoles } from '@usance/api/contract/contract-role';
import { type Role, rolesGrantable } from '@usance/api/contract/role';
import { accountId as accountIds } from '@usance/api/people/account';
import type { OnContract, ReadContext, WriteContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { conflict, lacksRole, notFound } from '#platform/refusal.ts';
import { findAccountByIdentifier, getAccount } from '../../people/account/account.queries.ts';
import type { OnLocked } from '../contract/locked.ts';
import { rolesHeldOn } from './contract-role.queries.ts';
import { mostGrants } from './contract-role.ts';
import { countGrant, refuseTooManyGrants } from './grant-limits.ts';
import { grantRole } from './grant-role.ts';
import { notifyHolder } from './notify-holder.ts';
import { roleNotices } from './role-notices.ts';

interface Given {
  readonly params: ParsedParams<typeof contractRoles.grant>;
}

/** The person who is to get a role. */
interface Chosen {
  readonly id: string;
  readonly identifier: string;
}

/**
 * Finds the person for a caller who may grant the role. An unknown person is refused and counted, so this must not
 * run in the grant's transaction, which the refusal would undo.
 */
export async function findHolder(
  { db, now, subject, roles }: Pick<OnContract<ReadContext>, 'db' | 'now' | 'subject' | 'roles'>,
  { params: { role, user } }: Given,
): Promise<Chosen> {
  if (!rolesGrantable(roles).includes(role)) throw lacksRole('admin');
  const asking = signedInAccount(subject);
  const chosen = await db.transaction().execute(async (tx) => {
    await refuseTooManyGrants(tx, asking, now);
    const found = await findAccount(tx, user);
    if (!found) await countGrant(tx, asking, 'unknown', now);
    return found;
  });
  if (!chosen) throw notFound('ACCOUNT_NOT_FOUND');
  return { id: chosen.id, identifier: chosen.identifier };
}

/** Grants a role and mails its new holder; repeating it changes nothing. */
export async function grantContractRole(
  ctx: OnLocked<Pick<WriteContext, 'tx' | 'now' | 'subject' | 'language'>>,
  { params: { role } }: Given,
  { id: accountId, identifier }: Chosen,
): Promise<void> {
  const { tx, now, contract, subject } = ctx;
  const asking = signedInAccount(subject);
  await assertMayGrant(tx, { contractId: contract.id, accountId: asking, role });
  if (!(await grantRole(tx, { contractId: contract.id, accountId, role }, now))) return;
  await assertRoom(tx, contract.id);
  await refuseTooManyGrants(tx, asking, now);
  await countGrant(tx, asking, 'granted', now);
  const by = (await getAccount(tx, asking)).identifier;
  await notifyHolder(ctx, { id: accountId, identifier }, roleNotices.granted({ role, contractId: contract.id, by }));
}

/** Checks again under the lock: the caller's roles may have changed since the access check. */
export async function assertMayGrant(
  tx: Tx,
  asking: { contractId: string; accountId: string; role: Role },
): Promise<void> {
  const held = await rolesHeldOn(tx, asking.contractId, asking.accountId);
  if (!rolesGrantable(held).includes(asking.role)) throw lacksRole('admin');
}

function findAccount(tx: Tx, user: string): Promise<Chosen | undefined> {
  if (!accountIds.safeParse(user).success) return findAccountByIdentifier(tx, user);
  return tx.selectFrom('account').select(['id', 'identifier']).where('id', '=', user).executeTakeFirst();
}

async function assertRoom(tx: Tx, contractId: string): Promise<void> {
  const { grants } = await tx
    .selectFrom('contract_role')
    .select((eb) => eb.fn.countAll<string>().as('grants'))
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow();
  if (Number(grants) > mostGrants)
    throw conflict('ROLE_LIMIT', `A contract has at most ${mostGrants} granted roles. Please revoke others first.`);
}
