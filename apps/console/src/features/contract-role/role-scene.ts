import { type Role, role } from '@usance/api/role';

/** From where roles are looked at: the contract, or its billing center, where only those of bills are. */
export type RoleScene = 'contract' | 'billing';

const ofBills: readonly Role[] = ['billing_admin', 'billing_viewer'];

/** The role that an address names, where that scene has it. */
export function roleIn(scene: RoleScene, named: string): Role | undefined {
  const found = role.safeParse(named).data;
  return found !== undefined && isIn(scene, found) ? found : undefined;
}

export const isIn = (scene: RoleScene, each: Role): boolean => scene === 'contract' || ofBills.includes(each);

/** Where a scene keeps its list of roles, and the page of one. */
export const listPath = {
  contract: '/contracts/$contractId/access-control',
  billing: '/billing-center/$contractId/access-control',
} as const satisfies Readonly<Record<RoleScene, string>>;

export const rolePath = {
  contract: '/contracts/$contractId/access-control/$role',
  billing: '/billing-center/$contractId/access-control/$role',
} as const satisfies Readonly<Record<RoleScene, string>>;
