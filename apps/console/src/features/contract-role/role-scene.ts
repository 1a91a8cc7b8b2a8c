import { type Role, role } from '@usance/api/contract/role';

/** The page that shows roles: the contract, or its billing center with only the billing roles. */
export type RoleScene = 'contract' | 'billing';

const ofBills: readonly Role[] = ['billing_admin', 'billing_viewer'];

/** Returns the role that an address names, if that page shows it. */
export function roleIn(scene: RoleScene, named: string): Role | undefined {
  const found = role.safeParse(named).data;
  return found !== undefined && isIn(scene, found) ? found : undefined;
}

export const isIn = (scene: RoleScene, each: Role): boolean => scene === 'contract' || ofBills.includes(each);

/** The paths of the lists of roles, and of one role. */
export const listPath = {
  contract: '/contracts/$contractId/access-control',
  billing: '/billing-center/$contractId/access-control',
} as const satisfies Readonly<Record<RoleScene, string>>;

export const rolePath = {
  contract: '/contracts/$contractId/access-control/$role',
  billing: '/billing-center/$contractId/access-control/$role',
} as const satisfies Readonly<Record<RoleScene, string>>;
