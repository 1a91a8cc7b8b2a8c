import * as z from 'zod/mini';
import type { ContractScope } from './call.ts';

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
  'datacloud.read': 'viewer',
  'datacloud.create': 'dc_creator',
  'billing.read': 'billing_viewer',
  'billing.manage': 'billing_admin',
};

export function rolesAllow(roles: readonly Role[], scope: ContractScope): boolean {
  if (scope === 'contract.read') return roles.length > 0;
  return roles.some((held) => containedRoles[held].includes(neededRole[scope]));
}
