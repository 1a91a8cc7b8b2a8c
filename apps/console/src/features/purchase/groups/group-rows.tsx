import type { PurchaseGroup } from '@usance/api/billing/purchase';
import type { Contract } from '@usance/api/contract/contract';
import type { PurchasePeriod } from '@usance/period/purchase-period';
import * as m from '../../../i18n/messages.gen.ts';
import { PurchaseTable } from '../detail/purchase-table.tsx';
import { groupIdOf, narrowTo, partingOf } from '../search/purchase-grouping.ts';
import type { ChangePurchaseSearch, PurchaseSearch } from '../search/purchase-search.ts';

interface GroupRowsProps {
  contract: Contract;
  search: PurchaseSearch;
  period: PurchasePeriod;
  group: PurchaseGroup;
  onChange: ChangePurchaseSearch;
}

/** The rated rows of one group. */
export function GroupRows({ contract, search, period, group, onChange }: GroupRowsProps) {
  const { groupBy } = search;
  return (
    <PurchaseTable
      caption={m.purchase_rows_of({ name: partingOf(groupBy).nameOf(group) })}
      isPart
      contract={contract}
      search={{ ...search, ...narrowTo(groupBy, [group], groupIdOf(groupBy, group)) }}
      range={period.range}
      onChange={onChange}
    />
  );
}
