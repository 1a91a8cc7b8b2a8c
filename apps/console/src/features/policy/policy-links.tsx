import * as m from '../../i18n/messages.gen.ts';
import { type Policy, policyHref, policyName } from './policy.ts';

/**
 * Links to the documents beside the checkbox that accepts them. They open a tab, so that the form keeps its entries.
 */
export function PolicyLinks({ policies }: { policies: readonly Policy[] }) {
  return policies.map((policy, index) => {
    const name = policyName[policy]();
    return (
      <span key={policy}>
        {index > 0 && ' · '}
        <a
          href={policyHref(policy)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={m.policy_opens_tab({ name })}
        >
          {name}
        </a>
      </span>
    );
  });
}
