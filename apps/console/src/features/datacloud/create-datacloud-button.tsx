import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Contract } from '@usance/api/contract';
import * as m from '../../i18n/messages.gen.ts';
import { OffButton } from '../../ui/tip/off-button.tsx';

interface CreateDatacloudButtonProps {
  /** In one of which it is to be made. */
  contracts: readonly Pick<Contract, 'state' | 'permissions'>[];
  /** In which it is made, unless another is chosen in the form. */
  contractId?: string;
}

/** Leads to the form; who may not create a data cloud is told why and stays. */
export function CreateDatacloudButton({ contracts, contractId }: CreateDatacloudButtonProps) {
  if (!contracts.some(({ permissions }) => permissions?.canCreateDatacloud)) {
    const isInForce = contracts.some(({ state }) => state === 'Active');
    return (
      <OffButton size="sm" why={isInForce ? m.datacloud_no_auth() : m.contract_not_active()}>
        {m.datacloud_create()}
      </OffButton>
    );
  }
  return (
    <Button renderRoot={(props) => <Link to="/create-datacloud" search={{ contract: contractId }} {...props} />}>
      {m.datacloud_create()}
    </Button>
  );
}
