import type { Contract } from '@usance/api/contract/contract';
import type { FrozenDetail, FrozenType } from '@usance/api/money/hold';
import { useMemo } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import type { Status } from '../../ui/cell/status-tag.tsx';
import type { Column } from '../../ui/table/column/column.ts';
import { instantColumn, moneyColumn, statusColumn, textColumn } from '../../ui/table/column/columns.tsx';
import { QueryTable, type QueryTableState } from '../../ui/table/query-table.tsx';
import { frozenQueries } from './frozen.queries.ts';
import { holdCauseWord } from './hold-cause-words.ts';

interface FrozenHistoryProps extends QueryTableState {
  contract: Contract;
  range: { start?: number; end?: number };
  order: { orderBy: 'gmtTime' | 'amount'; ordering: 'asc' | 'desc' };
  type: FrozenType | undefined;
}

/** The holds on cash and their releases. */
export function FrozenHistory({ contract, range, type, order, ...table }: FrozenHistoryProps) {
  const columns = useMemo(() => columnsOf(contract.currency), [contract.currency]);
  return (
    <QueryTable
      tableId="frozen"
      caption={m.frozen_details()}
      columns={columns}
      query={frozenQueries.details(contract.id, {
        ...range,
        types: type,
        pageNum: table.page,
        pageSize: table.size,
        ...order,
      })}
      empty={{ title: m.frozen_empty(), hint: m.frozen_empty_hint() }}
      {...table}
    />
  );
}

const typeStatus: Readonly<Record<FrozenType, () => Status>> = {
  frozen: () => ({ tone: 'warn', word: m.frozen_hold() }),
  unfrozen: () => ({ tone: 'good', word: m.frozen_release() }),
};

/** Returns the types of holds and releases for a filter. */
export const frozenTypes = () => Object.entries(typeStatus).map(([value, status]) => ({ value, label: status().word }));

const columnsOf = (currency: Contract['currency']): Column<FrozenDetail>[] => [
  instantColumn('gmtTime', m.ui_time(), (row) => row.gmtTime, { minWidth: 160, sortable: true }),
  statusColumn('type', m.ui_type(), (row) => typeStatus[row.type](), { phone: 'below' }),
  textColumn('cause', m.frozen_cause(), (row) => holdCauseWord[row.cause](), { phone: 'below' }),
  moneyColumn('amount', m.ui_amount(), (row) => row.amount, { currency, sortable: true, phone: 'figure' }),
  moneyColumn('newBalance', m.ui_balance_after(), (row) => row.newBalance, { currency, phone: 'end' }),
];
