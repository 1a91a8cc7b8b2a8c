import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import * as m from '../../i18n/messages.gen.ts';
import { ChoiceField } from '../../ui/field/choice-field.tsx';
import { contractQueries } from './contract.queries.ts';

/** Switches to another contract's billing center. Renders nothing for a single contract. */
export function ContractSwitch({ contractId }: { contractId: string }) {
  const { data } = useQuery(contractQueries.all());
  const navigate = useNavigate();
  const readable = (data?.items ?? []).filter((contract) => contract.permissions?.canReadBilling);
  if (readable.length < 2) return null;
  return (
    <ChoiceField
      aria-label={m.contract_switch()}
      w={240}
      value={contractId}
      options={readable.map(({ id, tags }) => ({ value: id, label: tags }))}
      onChange={(chosen) =>
        chosen && navigate({ to: '/billing-center/$contractId/income-expense', params: { contractId: chosen } })
      }
    />
  );
}
