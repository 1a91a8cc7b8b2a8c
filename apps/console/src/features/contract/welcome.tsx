import { useNavigate } from '@tanstack/react-router';
import * as m from '../../i18n/messages.gen.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { CreateContractButton } from './create-contract-button.tsx';

/** The page of a reader without a contract: leads to creating one, then to its first data cloud. */
export function Welcome() {
  const navigate = useNavigate();
  return (
    <Empty
      title={m.contract_welcome()}
      action={
        <CreateContractButton
          onCreated={({ id }) => void navigate({ to: '/create-datacloud', search: { contract: id } })}
        />
      }
    >
      {m.contract_welcome_hint()}
    </Empty>
  );
}
