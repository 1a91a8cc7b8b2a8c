import { Button } from '@mantine/core';
import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../../i18n/messages.gen.ts';
import { GuardedButton } from '../../../ui/tip/guarded-button.tsx';
import { Tip } from '../../../ui/tip/tip.tsx';

/** Opens the upgrade of a contract to its next billing version. */
export type UpgradeContract = (contract: Contract) => void;

/** Renders nothing without a newer version; disabled for readers who do not administer the contract. */
export function UpgradeButton({ contract, onUpgrade }: { contract: Contract; onUpgrade: UpgradeContract }) {
  const { nextBillingVersion: version, permissions } = contract;
  if (version === undefined) return null;
  if (!permissions?.canAdminister)
    return (
      <GuardedButton variant="subtle" size="xs" whyNot={m.contract_upgrade_no_auth()}>
        {m.contract_upgrade()}
      </GuardedButton>
    );
  return (
    <Tip label={m.contract_upgrade_hint({ version })}>
      <Button variant="subtle" size="xs" onClick={() => onUpgrade(contract)}>
        {m.contract_upgrade()}
      </Button>
    </Tip>
  );
}
