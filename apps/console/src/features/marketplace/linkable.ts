import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../i18n/messages.gen.ts';
import type { Option } from '../../ui/field/option-list.tsx';

/** Returns the reader's contracts as options. One that cannot be linked is disabled, with the reason. */
export function contractOptions(contracts: readonly Contract[]): Option[] {
  return contracts.map((contract) => {
    const { id: value, tags } = contract;
    const why = reasonNotLinkable(contract);
    return why === undefined ? { value, label: tags } : { value, label: `${tags} (${why})`, isOff: true };
  });
}

/** Returns the only contract that can be linked, if there is just one. */
export function onlyLinkable(contracts: readonly Contract[]): Contract | undefined {
  const [first, ...others] = contracts.filter((contract) => reasonNotLinkable(contract) === undefined);
  return others.length === 0 ? first : undefined;
}

function reasonNotLinkable({ marketplace, state, permissions }: Contract): string | undefined {
  if (marketplace.state === 'activated') return m.marketplace_contract_linked();
  if (state !== 'Active') return m.marketplace_contract_inactive();
  return permissions?.canAdminister ? undefined : m.marketplace_contract_no_auth();
}
