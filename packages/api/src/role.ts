import * as z from 'zod/mini';
import { accountId } from './account.ts';
import { type ContractScope, defineCalls } from './call.ts';
import { email } from './email.ts';
import { sortedUpBy } from './sorted.ts';
import { paged, paging } from './wire.ts';

export const role = z.enum(['admin', 'billing_admin', 'billing_viewer', 'dc_creator', 'viewer']);
export type Role = z.output<typeof role>;

/** Which roles a role contains: admin over billing_admin over billing_viewer, admin over dc_creator over viewer. */
const containedRoles: Record<Role, readonly Role[]> = {
  admin: ['admin', 'billing_admin', 'billing_viewer', 'dc_creator', 'viewer'],
  billing_admin: ['billing_admin', 'billing_viewer'],
  billing_viewer: ['billing_viewer'],
  dc_creator: ['dc_creator', 'viewer'],
  viewer: ['viewer'],
};

/** The one role that a scope asks for, besides `contract.read`, which any role has. */
const neededRole: Record<Exclude<ContractScope, 'contract.read'>, Role> = {
  'contract.admin': 'admin',
  'role.grant': 'billing_admin',
  'datacloud.read': 'viewer',
  'datacloud.create': 'dc_creator',
  'billing.read': 'billing_viewer',
  'billing.manage': 'billing_admin',
};

/** The least role that a scope asks for; undefined where any role will do. */
export function roleFor(scope: ContractScope): Role | undefined {
  return scope === 'contract.read' ? undefined : neededRole[scope];
}

export function rolesAllow(roles: readonly Role[], scope: ContractScope): boolean {
  if (scope === 'contract.read') return roles.length > 0;
  return roles.some((held) => containedRoles[held].includes(neededRole[scope]));
}

/** The roles that a role contains, besides itself. */
export function rolesWithin(held: Role): Role[] {
  return containedRoles[held].filter((each) => each !== held);
}

/** Whether one of these is the role or contains it. */
export function rolesInclude(held: readonly Role[], wanted: Role): boolean {
  return held.some((each) => containedRoles[each].includes(wanted));
}

/** The roles that whoever holds these may grant and take back: an admin all, a billing admin those of bills. */
export function rolesGrantable(held: readonly Role[]): readonly Role[] {
  if (held.includes('admin')) return role.options;
  return held.includes('billing_admin') ? containedRoles.billing_admin : [];
}

/** The roles that contain a role. */
export function rolesAround(wanted: Role): Role[] {
  return role.options.filter((each) => each !== wanted && containedRoles[each].includes(wanted));
}

export const roles = defineCalls('role', {
  list: {
    method: 'GET',
    path: '/accounts/roles',
    summary: 'The roles that there are, and what each contains',
    customer: 'signed-in',
    admission: 'read',
    query: z.strictObject({ ...paging, ...sortedUpBy('role') }),
    reply: paged(z.object({ role, contains: z.array(role) })),
  },
  member: {
    method: 'GET',
    path: '/accounts/roles/{role}/member/{user}',
    summary: 'Whether you hold a role on any contract, or somebody else does on one that you administer',
    customer: 'signed-in',
    admission: 'read',
    refusals: ['ACCOUNT_NOT_FOUND'],
    /** The account's id, or the e-mail that it signs in with. */
    params: z.strictObject({ role, user: z.union([accountId, email]) }),
    /** Who holds a role is a member of those that it contains. */
    reply: z.object({ role, user: accountId, isMember: z.boolean() }),
  },
});
