import { roles } from '@usance/api/role';
import type { Room } from '../../../platform/http/calls/verb.ts';
import { isRoleMember, listRoles } from './role.queries.ts';

export const roleRoom: Room = (mount) => mount(roles, { list: listRoles, member: isRoleMember });
