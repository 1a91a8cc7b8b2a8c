import type { Contract } from '@usance/api/contract/contract';
import type { ListedDatacloud } from '@usance/api/contract/datacloud';
import * as m from '../../../i18n/messages.gen.ts';
import type { Column } from '../../../ui/table/column/column.ts';
import { CostInRow } from './datacloud-cost.tsx';

/** The column of the month so far. Rows of contracts whose costs the reader may not see stay empty. */
export function monthCostColumn(contractOf: (row: ListedDatacloud) => Contract | undefined): Column<ListedDatacloud> {
  return {
    id: 'cost',
    header: m.datacloud_cost_this_month(),
    align: 'end',
    cell: (row) => {
      const contract = contractOf(row);
      return contract && <CostInRow datacloud={row} contract={contract} />;
    },
    phone: 'line',
    minWidth: 136,
  };
}
