import { contractRoles } from '@usance/api/contract/contract-role';
import type { Role } from '@usance/api/contract/role';
import type { Caller } from '#testing/callers.ts';

export const at = (id: string, role: Role, user: string) => ({ params: { id, role, user } });
export const grant = (caller: Caller, id: string, role: Role, user: string) =>
  caller.call(contractRoles.grant, at(id, role, user));
export const revoke = (caller: Caller, id: string, role: Role, user: string) =>
  caller.call(contractRoles.revoke, at(id, role, user));

/** Returns the e-mails of the direct holders of a role. */
export const people = async (caller: Caller, id: string, role: Role) =>
  (await caller.call(contractRoles.children, { params: { id, role } })).items
    .filter(({ type }) => type === 'user')
    .map(({ name }) => name);
