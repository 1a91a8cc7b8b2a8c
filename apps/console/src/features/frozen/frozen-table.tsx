import { useQuery } from '@tanstack/react-query';
import type { listFrozenDetails } from '@usance/api/bank';
import type { CallReply } from '@usance/api/call';
import type { Contract } from '@usance/api/contract';
import { useMemo } from 'react';
import { m } from '../../paraglide/messages.js';
import { InstantText } from '../../ui/cell/date-text.tsx';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { StatusTag } from '../../ui/cell/status-tag.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { balanceQueries } from '../available-balance/available-balance.queries.ts';
import type { DetailsProps } from '../bank/details-range.ts';

type FrozenDetail = CallReply<typeof listFrozenDetails>['items'][number];

/** Holds on cash and their release. */
export function FrozenTable({ contract, range, page, onPage, toolbar, onClear }: DetailsProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(
    balanceQueries.frozen(contract.id, { ...range, pageNum: page }),
  );
  const columns = useMemo(() => columnsOf(contract.currency), [contract.currency]);
  return (
    <DataTable
      tableId="frozen"
      caption={m.ledger_frozen_details()}
      columns={columns}
      rows={data?.items}
      rowId={(row) => row.id}
      stale={isPlaceholderData}
      error={error}
      onRetry={refetch}
      paging={{ page, total: data?.totalSize ?? 0, onPage }}
      toolbar={toolbar}
      onClearFilters={onClear}
      empty={<Empty title={m.ledger_frozen_empty()}>{m.ledger_frozen_empty_hint()}</Empty>}
    />
  );
}

const columnsOf = (currency: Contract['currency']): Column<FrozenDetail>[] => [
  { id: 'gmtTime', header: m.ledger_time(), cell: (row) => <InstantText at={row.gmtTime} />, minWidth: 160 },
  {
    id: 'type',
    header: m.ledger_type(),
    cell: (row) =>
      row.type === 'frozen' ? (
        <StatusTag tone="warn">{m.ledger_hold()}</StatusTag>
      ) : (
        <StatusTag tone="good">{m.ledger_release()}</StatusTag>
      ),
  },
  {
    id: 'amount',
    header: m.ledger_amount(),
    align: 'end',
    cell: (row) => <MoneyText amount={row.amount} currency={currency} />,
  },
  {
    id: 'newBalance',
    header: m.ledger_balance_after(),
    align: 'end',
    cell: (row) => <MoneyText amount={row.newBalance} currency={currency} />,
  },
];
