import { useCallback, useRef } from 'react';
import type { ChangePurchaseSearch, PurchaseSearch } from '../search/purchase-search.ts';

/** Narrows the search from a change and keeps the reader at the changes, now by the dimension that asks further. */
export function useChangeDrill(onChange: ChangePurchaseSearch) {
  const changes = useRef<HTMLDivElement>(null);
  const drill: ChangePurchaseSearch = useCallback(
    (patch) => {
      onChange({ page: 1, groupPage: 1, open: undefined, ...patch, changed: nextDimension(patch) });
      // The pressed row leaves with its table, and the focus would leave with it.
      changes.current?.focus({ preventScroll: true });
    },
    [onChange],
  );
  return { changes, drill };
}

function nextDimension({ objectID }: Partial<PurchaseSearch>): PurchaseSearch['changed'] {
  return objectID === undefined ? 'objectID' : 'product';
}
