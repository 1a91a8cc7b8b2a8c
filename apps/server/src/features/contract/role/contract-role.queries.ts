import type { CallReply, ParsedParams, ParsedQuery } from '@usance/api/call';
import type { ContractRole, contractRoles, OwnRole, RoleMember } from '@usance/api/contract-role';
import { type Role, role, rolesWithin } from '@usance/api/role';
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

/** A page of the roles that whoever asks holds. */
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

/** The roles of a contract with their members, the one that contains all others first. */
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

/** Who has a role: the roles that contain it, and people. */
export async function listRoleChildren(
  ctx: Pick<OnContract<ReadContext>, 'db' | 'contract' | 'roles'>,
  { params: { role: wanted } }: { params: ParsedParams<typeof contractRoles.children> },
): Promise<CallReply<typeof contractRoles.children>> {
  const { db, contract, roles } = ctx;
  return { items: membersOf(wanted, await holdersOf(db, contract.id), { contract, asking: roles }) };
}

/** The roles that a role contains. */
export async function listRoleParents(
  ctx: Pick<OnContract<ReadContext>, 'db' | 'contract' | 'roles'>,
  { params: { role: wanted } }: { params: ParsedParams<typeof contractRoles.parents> },
): Promise<CallReply<typeof contractRoles.parents>> {
  const within = rolesWithin(wanted);
  return { items: (await everyRole(ctx)).filter(({ name }) => within.includes(name)) };
}

/** What an account holds on a contract just now. */
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

/** Everybody who holds a role on a contract, who had theirs first before others. */
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
