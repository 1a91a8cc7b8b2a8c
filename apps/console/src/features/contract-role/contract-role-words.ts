import type { Role } from '@usance/api/contract/role';
import * as m from '../../i18n/messages.gen.ts';

/** The explanations of the roles, whose names are the same in every language. */
export const roleMeaning = {
  admin: m.contract_role_admin,
  billing_admin: m.contract_role_billing_admin,
  billing_viewer: m.contract_role_billing_viewer,
  dc_creator: m.contract_role_dc_creator,
  viewer: m.contract_role_viewer,
} as const satisfies Readonly<Record<Role, () => string>>;
