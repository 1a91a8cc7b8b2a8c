import type { ContractRole, RoleMember } from '@usance/api/contract-role';
import { type Role, rolesAround, rolesGrantable } from '@usance/api/role';
import type { ContractRow } from '../contract/contract.ts';

/** A contract has no more grants than that: they are told whole, on no pages. */
export const mostGrants = 1_000;

/** Somebody who was granted a role on a contract. */
export interface RoleHolder {
  readonly id: string;
  readonly identifier: string;
  readonly role: Role;
  readonly granted_at: Date;
}

interface Seen {
  readonly contract: Pick<ContractRow, 'id' | 'created_at'>;
  /** What whoever looks at it holds. */
  readonly asking: readonly Role[];
}

/** A role with its members, of all who hold any. */
export function contractRoleOf(name: Role, holders: readonly RoleHolder[], seen: Seen): ContractRole {
  return {
    contractId: seen.contract.id,
    name,
    type: 'role',
    children: membersOf(name, holders, seen),
    isGrantable: rolesGrantable(seen.asking).includes(name),
  };
}

/** Who has a role: the roles that contain it, and those who were granted it themselves. */
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
