import { useNavigate } from '@tanstack/react-router';
import * as m from '../../i18n/messages.gen.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { CreateContractButton } from './create-contract-button.tsx';

/** What a person sees who has no contract yet: the way to one of their own, and on to the first data cloud in it. */
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
