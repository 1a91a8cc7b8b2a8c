import { boot } from '../../api/boot.ts';
import * as m from '../../i18n/messages.gen.ts';

/** The documents that users accept. */
export const policies = ['terms', 'privacy', 'upgrade'] as const;
export type Policy = (typeof policies)[number];

export const policyName: Readonly<Record<Policy, () => string>> = {
  terms: m.policy_terms,
  privacy: m.policy_privacy,
  upgrade: m.policy_upgrade,
};

/** Returns a document's address, or our page that says there is none. */
export function policyHref(policy: Policy): string {
  return boot().policies?.[policy] ?? `/policies/${policy}`;
}
