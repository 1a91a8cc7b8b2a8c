import { boot } from '../../api/boot.ts';
import * as m from '../../i18n/messages.gen.ts';

/** The documents that people agree to. */
export const policies = ['terms', 'privacy', 'upgrade'] as const;
export type Policy = (typeof policies)[number];

export const policyName: Readonly<Record<Policy, () => string>> = {
  terms: m.policy_terms,
  privacy: m.policy_privacy,
  upgrade: m.policy_upgrade,
};

/** Where a document can be read: at the address that the operator has set, or on a page of ours that says there is none. */
export function policyHref(policy: Policy): string {
  return boot().policies?.[policy] ?? `/policies/${policy}`;
}
