import type { CallReply, ParsedParams, ParsedQuery } from '@usance/api/call';
import { type Role, role, type roles, rolesInclude, rolesWithin } from '@usance/api/contract/role';
import type { ReadContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import type { Db } from '#platform/postgres/database.ts';
import { notFound } from '#platform/refusal.ts';
import { findAccountByIdentifier } from '../../people/account/account.queries.ts';

/** Returns a page of the roles. In ascending order, a role comes before those that it contains. */
export async function listRoles(
  _ctx: object,
  { query: { pageNum, pageSize, ordering } }: { query: ParsedQuery<typeof roles.list> },
): Promise<CallReply<typeof roles.list>> {
  const inOrder = ordering === 'asc' ? role.options : role.options.toReversed();
  const page = inOrder.slice((pageNum - 1) * pageSize, pageNum * pageSize);
  const items = page.map((each) => ({ role: each, contains: rolesWithin(each) }));
  return { items, pageNum, pageSize, totalSize: role.options.length };
}

/**
 * Returns whether a person has a role: the caller on any contract, another person on the contracts that the caller
 * administers. A person without any role there gets a 404, so the reply does not reveal which accounts exist.
 */
export async function isRoleMember(
  { db, subject }: Pick<ReadContext, 'db' | 'subject'>,
  { params: { role: wanted, user: named } }: { params: ParsedParams<typeof roles.member> },
): Promise<CallReply<typeof roles.member>> {
  const asker = signedInAccount(subject);
  const user = named.includes('@') ? (await findAccountByIdentifier(db, named))?.id : named;
  if (user === undefined) throw notFound('ACCOUNT_NOT_FOUND');
  const held = user === asker ? await rolesOf(db, user) : await rolesBefore(db, asker, user);
  if (user !== asker && held.length === 0) throw notFound('ACCOUNT_NOT_FOUND');
  return { role: wanted, user, isMember: rolesInclude(held, wanted) };
}

const heldBy = (db: Db, accountId: string) =>
  db
    .selectFrom('contract_role')
    .select('contract_role.role')
    .distinct()
    .where('contract_role.account_id', '=', accountId);

async function rolesOf(db: Db, accountId: string): Promise<Role[]> {
  const rows = await heldBy(db, accountId).execute();
  return rows.map((row) => row.role);
}

/** Returns an account's roles on the contracts that another account administers. */
async function rolesBefore(db: Db, admin: string, accountId: string): Promise<Role[]> {
  const administered = db
    .selectFrom('contract_role')
    .select('contract_id')
    .where('account_id', '=', admin)
    .where('role', '=', 'admin');
  const rows = await heldBy(db, accountId).where('contract_role.contract_id', 'in', administered).execute();
  return rows.map((row) => row.role);
}
