import { contractRoles } from '@usance/api/contract/contract-role';
import { roles } from '@usance/api/contract/role';
import type { Room } from '#platform/house/room.ts';
import { mount, PreparedVerb } from '#platform/http/calls/verb.ts';
import { listContractRoles, listOwnRoles, listRoleChildren, listRoleParents } from './contract-role.queries.ts';
import { findHolder, grantContractRole } from './grant-contract-role.ts';
import { revokeContractRole } from './revoke-contract-role.ts';
import { isRoleMember, listRoles } from './role.queries.ts';

/** The roles, and their holders on contracts. */
export const roleRoom: Room = {
  calls: [
    ...mount(roles, { list: listRoles, member: isRoleMember }),
    ...mount(contractRoles, {
      listOwn: listOwnRoles,
      list: listContractRoles,
      children: listRoleChildren,
      parents: listRoleParents,
      grant: new PreparedVerb(findHolder, grantContractRole),
      revoke: revokeContractRole,
    }),
  ],
  tables: {
    contract_role: { stays: 'travels by people’s e-mail' },
    role_grant_count: {},
    role_told_count: {},
  },
};
