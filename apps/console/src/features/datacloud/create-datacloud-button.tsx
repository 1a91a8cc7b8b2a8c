import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../i18n/messages.gen.ts';
import { GuardedButton } from '../../ui/tip/guarded-button.tsx';

interface CreateDatacloudButtonProps {
  /** The contracts to create it in. */
  contracts: readonly Pick<Contract, 'state' | 'permissions'>[];
  /** The contract chosen at first. */
  contractId?: string;
}

/** Links to the form; disabled with the reason if the reader may not create one. */
export function CreateDatacloudButton({ contracts, contractId }: CreateDatacloudButtonProps) {
  if (!contracts.some(({ permissions }) => permissions?.canCreateDatacloud)) {
    const isInForce = contracts.some(({ state }) => state === 'Active');
    return (
      <GuardedButton size="sm" whyNot={isInForce ? m.datacloud_no_auth() : m.contract_not_active()}>
        {m.datacloud_create()}
      </GuardedButton>
    );
  }
  return (
    <Button renderRoot={(props) => <Link to="/create-datacloud" search={{ contract: contractId }} {...props} />}>
      {m.datacloud_create()}
    </Button>
  );
}
