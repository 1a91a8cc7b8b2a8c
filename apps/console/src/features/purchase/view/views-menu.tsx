import type { Contract } from '@usance/api/contract/contract';
import type { PurchasePeriod } from '@usance/period/purchase-period';
import { useEffect, useState } from 'react';
import { Late } from '../../../ui/late/late.ts';
import { useLate } from '../../../ui/opening/use-late.ts';
import type { ChangePurchaseSearch, PurchaseSearch } from '../search/purchase-search.ts';
import { ViewsButton } from './views-button.tsx';

const savedViews = new Late(async () => (await import('./saved-views.late.tsx')).SavedViews);

export interface ViewsMenuProps {
  contract: Contract;
  search: PurchaseSearch;
  period: PurchasePeriod;
  onChange: ChangePurchaseSearch;
}

/** The saved views; their code loads when they are wanted, or when one is open. */
export function ViewsMenu(props: ViewsMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const { part: SavedViews, press } = useLate(savedViews);
  const hasView = props.search.saved !== undefined;
  useEffect(() => {
    if (hasView) press();
  }, [hasView, press]);
  if (SavedViews) return <SavedViews {...props} isOpen={isOpen} onOpen={setOpen} />;
  return (
    <ViewsButton
      onClick={() => {
        setOpen(true);
        press();
      }}
    />
  );
}
