import type { ContractRole, RoleMember } from '@usance/api/contract/contract-role';
import { type Role, rolesAround, rolesGrantable } from '@usance/api/contract/role';
import type { ContractRow } from '../contract/contract.ts';

/** The most grants of a contract, so that one reply can list them all. */
export const mostGrants = 1_000;

/** A person with a role on a contract. */
export interface RoleHolder {
  readonly id: string;
  readonly identifier: string;
  readonly role: Role;
  readonly granted_at: Date;
}

interface Seen {
  readonly contract: Pick<ContractRow, 'id' | 'created_at'>;
  /** The caller's roles. */
  readonly asking: readonly Role[];
}

/** The wire form of a role with its members. */
export function contractRoleOf(name: Role, holders: readonly RoleHolder[], seen: Seen): ContractRole {
  return {
    contractId: seen.contract.id,
    name,
    type: 'role',
    children: membersOf(name, holders, seen),
    isGrantable: rolesGrantable(seen.asking).includes(name),
  };
}

/** Returns the members of a role: the roles that contain it, and its direct holders. */
export function membersOf(name: Role, holders: readonly RoleHolder[], { contract, asking }: Seen): RoleMember[] {
  const people = holders.filter(({ role }) => role === name);
  const mayRevoke = rolesGrantable(asking).includes(name) && (name !== 'admin' || people.length > 1);
  return [
    ...rolesAround(name).map((each) => ({
      id: each,
      name: each,
      type: 'role' as const,
      gmtCreated: contract.created_at.toISOString(),
      isRevocable: false,
    })),
    ...people.map(({ id, identifier, granted_at }) => ({
      id,
      name: identifier,
      type: 'user' as const,
      gmtCreated: granted_at.toISOString(),
      isRevocable: mayRevoke,
    })),
  ];
}
