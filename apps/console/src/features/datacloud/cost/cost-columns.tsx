import type { Contract } from '@usance/api/contract/contract';
import type { ListedDatacloud } from '@usance/api/contract/datacloud';
import * as m from '../../../i18n/messages.gen.ts';
import type { Column } from '../../../ui/table/column/column.ts';
import { CostAmount, CostCourse, CostPercent } from './datacloud-cost.tsx';

/** The columns of the month so far. Rows of contracts whose costs the reader may not see stay empty. */
export function monthCostColumns(
  contractOf: (row: ListedDatacloud) => Contract | undefined,
): Column<ListedDatacloud>[] {
  const cellOf = (Part: typeof CostAmount | typeof CostPercent | typeof CostCourse) => (row: ListedDatacloud) => {
    const contract = contractOf(row);
    return contract && <Part datacloud={row} contract={contract} />;
  };
  return [
    { id: 'cost', header: m.datacloud_month_so_far(), align: 'end', cell: cellOf(CostAmount), phone: 'line' },
    { id: 'costChange', header: m.purchase_change(), align: 'end', cell: cellOf(CostPercent) },
    { id: 'costCourse', header: m.purchase_course(), cell: cellOf(CostCourse), minWidth: 110 },
  ];
}
