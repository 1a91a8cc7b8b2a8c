import type { Contract } from '@usance/api/contract';
import * as m from '../../i18n/messages.gen.ts';
import type { Option } from '../../ui/field/option-list.tsx';

/** The reader's contracts to choose from. One that cannot be linked is off and says why. */
export function contractOptions(contracts: readonly Contract[]): Option[] {
  return contracts.map((contract) => {
    const { id: value, tags } = contract;
    const why = whyNot(contract);
    return why === undefined ? { value, label: tags } : { value, label: `${tags} (${why})`, isOff: true };
  });
}

/** The contract that is meant where only one can be linked. */
export function onlyLinkable(contracts: readonly Contract[]): Contract | undefined {
  const [first, ...others] = contracts.filter((contract) => whyNot(contract) === undefined);
  return others.length === 0 ? first : undefined;
}

function whyNot({ marketplace, state, permissions }: Contract): string | undefined {
  if (marketplace.state === 'activated') return m.marketplace_contract_linked();
  if (state !== 'Active') return m.marketplace_contract_inactive();
  return permissions?.canAdminister ? undefined : m.marketplace_contract_no_auth();
}
