import type { ContractRole, RoleMember } from '@usance/api/contract/contract-role';
import { type Role, role, rolesAround } from '@usance/api/contract/role';

/** A person with a role. */
export const holder = (name: string, isRevocable = true): RoleMember => ({
  id: `acc-${name.replace(/[^a-z]/g, '').padEnd(8, 'a')}`,
  name,
  type: 'user',
  gmtCreated: '2026-03-01T09:00:00.000Z',
  isRevocable,
});

/** All roles of a contract, with these people in one of them. */
export function rolesWith(name: Role, people: readonly RoleMember[], isGrantable = true): { items: ContractRole[] } {
  return {
    items: role.options.map((each) => ({
      contractId: 'ct-aaaaaaaa',
      name: each,
      type: 'role',
      isGrantable,
      children: [
        ...rolesAround(each).map((around) => ({
          ...{ id: around, name: around, type: 'role' as const },
          gmtCreated: '2026-01-01T00:00:00.000Z',
          isRevocable: false,
        })),
        ...(each === name ? people : []),
      ],
    })),
  };
}
