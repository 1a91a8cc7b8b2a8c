import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../i18n/messages.gen.ts';
import { ChoiceField } from '../../ui/field/choice-field.tsx';
import { contractQueries } from './contract.queries.ts';

interface ContractSwitchProps {
  contractId: string;
  onSwitch: (contract: Contract) => void;
}

/** Switches to another contract. Renders nothing for a single contract. */
export function ContractSwitch({ contractId, onSwitch }: ContractSwitchProps) {
  const { data } = useQuery(contractQueries.all());
  const contracts = data?.items ?? [];
  if (contracts.length < 2) return null;
  return (
    <ChoiceField
      aria-label={m.contract_switch()}
      value={contractId}
      options={contracts.map(({ id, tags }) => ({ value: id, label: tags }))}
      onChange={(chosen) => {
        const contract = contracts.find(({ id }) => id === chosen);
        if (contract) onSwitch(contract);
      }}
    />
  );
}
