import type { CallReply, ParsedParams, ParsedQuery } from '@usance/api/call';
import type { ContractRole, contractRoles, OwnRole, RoleMember } from '@usance/api/contract/contract-role';
import { type Role, role, rolesWithin } from '@usance/api/contract/role';
import { sql } from 'kysely';
import type { OnContract, ReadContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { contractRoleOf, membersOf, type RoleHolder } from './contract-role.ts';

const columnOf = {
  contractId: 'contract_role.contract_id',
  contractTags: 'contract.tags',
  name: 'contract_role.role',
  gmtCreated: 'contract_role.granted_at',
} as const;

/** Returns a page of the caller's roles. */
export function listOwnRoles(
  { db, subject }: Pick<ReadContext, 'db' | 'subject'>,
  { query }: { query: ParsedQuery<typeof contractRoles.listOwn> },
): Promise<Page<OwnRole>> {
  let held = db
    .selectFrom('contract_role')
    .innerJoin('contract', 'contract.id', 'contract_role.contract_id')
    .where('contract_role.account_id', '=', signedInAccount(subject));
  if (query.role) held = held.where('contract_role.role', '=', query.role);
  return pageOf(
    held,
    query,
    (found) =>
      found
        .select(['contract.id', 'contract.tags', 'contract_role.role', 'contract_role.granted_at'])
        .orderBy(columnOf[query.orderBy], query.ordering)
        .orderBy('contract_role.contract_id')
        .orderBy('contract_role.role'),
    (row) => ({ contractId: row.id, contractTags: row.tags, name: row.role, gmtCreated: row.granted_at.toISOString() }),
  );
}

/** Returns the contract's roles with their members; a role comes before those that it contains. */
export async function listContractRoles(
  ctx: Pick<OnContract<ReadContext>, 'db' | 'contract' | 'roles'>,
  { query: { child } }: { query: ParsedQuery<typeof contractRoles.list> },
): Promise<{ items: ContractRole[] }> {
  const all = await everyRole(ctx);
  if (child === undefined) return { items: all };
  const wanted = child.toLowerCase();
  const isWanted = ({ id, name }: RoleMember) => id === wanted || name.toLowerCase() === wanted;
  return { items: all.filter(({ children }) => children.some(isWanted)) };
}

/** Returns the members of a role: the roles that contain it, and people. */
export async function listRoleChildren(
  ctx: Pick<OnContract<ReadContext>, 'db' | 'contract' | 'roles'>,
  { params: { role: wanted } }: { params: ParsedParams<typeof contractRoles.children> },
): Promise<CallReply<typeof contractRoles.children>> {
  const { db, contract, roles } = ctx;
  return { items: membersOf(wanted, await holdersOf(db, contract.id), { contract, asking: roles }) };
}

/** Returns the roles that a role contains. */
export async function listRoleParents(
  ctx: Pick<OnContract<ReadContext>, 'db' | 'contract' | 'roles'>,
  { params: { role: wanted } }: { params: ParsedParams<typeof contractRoles.parents> },
): Promise<CallReply<typeof contractRoles.parents>> {
  const within = rolesWithin(wanted);
  return { items: (await everyRole(ctx)).filter(({ name }) => within.includes(name)) };
}

/** Returns the account's current roles on a contract. */
export async function rolesHeldOn(db: DbOrTx, contractId: string, accountId: string): Promise<Role[]> {
  const rows = await db
    .selectFrom('contract_role')
    .select('role')
    .where('contract_id', '=', contractId)
    .where('account_id', '=', accountId)
    .execute();
  return rows.map((row) => row.role);
}

async function everyRole({
  db,
  contract,
  roles,
}: Pick<OnContract<ReadContext>, 'db' | 'contract' | 'roles'>): Promise<ContractRole[]> {
  const holders = await holdersOf(db, contract.id);
  return role.options.map((name) => contractRoleOf(name, holders, { contract, asking: roles }));
}

/** Returns all holders of roles on a contract, earliest grant first. */
function holdersOf(db: DbOrTx, contractId: string): Promise<RoleHolder[]> {
  return db
    .selectFrom('contract_role')
    .innerJoin('account', 'account.id', 'contract_role.account_id')
    .select(['account.id', 'account.identifier', 'contract_role.role', 'contract_role.granted_at'])
    .where('contract_role.contract_id', '=', contractId)
    .orderBy('contract_role.granted_at')
    .orderBy(sql`lower(account.identifier)`)
    .execute();
}
