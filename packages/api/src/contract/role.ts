import * as z from 'zod/mini';
import { type ContractScope, defineCalls } from '../call.ts';
import { email } from '../email.ts';
import { accountId } from '../people/account.ts';
import { sortedUpBy } from '../sorted.ts';
import { paged, paging } from '../wire.ts';

export const role = z.enum(['admin', 'billing_admin', 'billing_viewer', 'dc_creator', 'viewer']);
export type Role = z.output<typeof role>;

/** The roles that a role contains: admin over billing_admin over billing_viewer, admin over dc_creator over viewer. */
const containedRoles: Record<Role, readonly Role[]> = {
  admin: ['admin', 'billing_admin', 'billing_viewer', 'dc_creator', 'viewer'],
  billing_admin: ['billing_admin', 'billing_viewer'],
  billing_viewer: ['billing_viewer'],
  dc_creator: ['dc_creator', 'viewer'],
  viewer: ['viewer'],
};

/** The role that each scope needs; any role has `contract.read`. */
const neededRole: Record<Exclude<ContractScope, 'contract.read'>, Role> = {
  'contract.admin': 'admin',
  'role.grant': 'billing_admin',
  'datacloud.read': 'viewer',
  'datacloud.create': 'dc_creator',
  'costs.read': 'billing_viewer',
  'billing.read': 'billing_viewer',
  'billing.manage': 'billing_admin',
};

/** A setting of a contract that gives a scope to more roles. */
export interface WidenedScopes {
  /** True if any role has `costs.read`. */
  readonly sharesCosts: boolean;
}

/** Returns the least role that has a scope on the contract; undefined if any role has it. */
export function roleFor(scope: ContractScope, { sharesCosts }: WidenedScopes): Role | undefined {
  return scope === 'contract.read' || (scope === 'costs.read' && sharesCosts) ? undefined : neededRole[scope];
}

/** True if one of the roles has the scope, on a contract that widens none unless told otherwise. */
export function rolesAllow(
  roles: readonly Role[],
  scope: ContractScope,
  widened: WidenedScopes = { sharesCosts: false },
): boolean {
  const needed = roleFor(scope, widened);
  return needed === undefined ? roles.length > 0 : rolesInclude(roles, needed);
}

/** Returns the roles that a role contains, except itself. */
export function rolesWithin(held: Role): Role[] {
  return containedRoles[held].filter((each) => each !== held);
}

/** True if one of the held roles is the wanted one or contains it. */
export function rolesInclude(held: readonly Role[], wanted: Role): boolean {
  return held.some((each) => containedRoles[each].includes(wanted));
}

/** Returns the roles that a holder of these may grant and revoke: an admin all, a billing admin the billing ones. */
export function rolesGrantable(held: readonly Role[]): readonly Role[] {
  if (held.includes('admin')) return role.options;
  return held.includes('billing_admin') ? containedRoles.billing_admin : [];
}

/** Returns the roles that contain a role. */
export function rolesAround(wanted: Role): Role[] {
  return role.options.filter((each) => each !== wanted && containedRoles[each].includes(wanted));
}

export const roles = defineCalls('role', {
  list: {
    method: 'GET',
    path: '/accounts/roles',
    summary: 'All roles, with the roles that each contains',
    customer: 'signed-in',
    admission: 'read',
    query: z.strictObject({ ...paging, ...sortedUpBy('role') }),
    reply: paged(z.object({ role, contains: z.array(role) })),
  },
  member: {
    method: 'GET',
    path: '/accounts/roles/{role}/member/{user}',
    summary: 'Whether you hold a role on any contract, or another account does on one that you administer',
    customer: 'signed-in',
    admission: 'read',
    refusals: ['ACCOUNT_NOT_FOUND'],
    /** The account's id or its e-mail. */
    params: z.strictObject({ role, user: z.union([accountId, email]) }),
    /** `isMember` is also true for a holder of a role that contains this one. */
    reply: z.object({ role, user: accountId, isMember: z.boolean() }),
  },
});
