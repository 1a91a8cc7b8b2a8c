import type { Contract } from '@usance/api/contract/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Late } from '../../ui/late/late.ts';
import { useLate } from '../../ui/opening/use-late.ts';

const upgradeDialog = new Late(async () => (await import('./upgrade-dialog.tsx')).UpgradeDialog);

/** Opens the upgrade dialog, for one contract or to choose one; put `dialog` anywhere on the page. */
export function useUpgrade(contracts: readonly Contract[]) {
  const [asked, setAsked] = useState<{ contractId?: string }>();
  const { part: UpgradeDialog, press } = useLate(upgradeDialog);
  const ready = contracts.filter(({ nextBillingVersion }) => nextBillingVersion !== undefined);
  const upgrade = useCallback(
    (contract?: Pick<Contract, 'id'>) => {
      setAsked(contract ? { contractId: contract.id } : {});
      press();
    },
    [press],
  );
  const dialog = asked && UpgradeDialog && (
    <UpgradeDialog contracts={ready} chosen={asked.contractId} onClose={() => setAsked(undefined)} />
  );
  return { upgrade, dialog };
}

/** Opens the upgrade dialog once after signing in, if the reader administers a contract with a newer version. */
export function useUpgradeCheck(contracts: readonly Contract[], isWanted: boolean) {
  const { upgrade, dialog } = useUpgrade(contracts);
  const isChecked = useRef(false);
  useEffect(() => {
    if (!isWanted || isChecked.current) return;
    isChecked.current = true;
    if (contracts.some((each) => each.nextBillingVersion !== undefined && each.permissions?.canAdminister)) upgrade();
  }, [isWanted, contracts, upgrade]);
  return dialog;
}
