import * as m from '../../i18n/messages.gen.ts';
import { type Policy, policyHref, policyName } from './policy.ts';

/** Links to documents beside the box that agrees to them. They open a tab, so that a form keeps what was filled in. */
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
