import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { compare } from '@usance/money/decimal';
import type { PurchasePeriod } from '@usance/period/purchase-period';
import { useCallback, useMemo } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { MoneyText } from '../../../ui/cell/money-text.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { purchaseQueries } from '../search/purchase.queries.ts';
import { hasFilters, noFilters } from '../search/purchase-filters.ts';
import { groupKeyOf, groupsOnPage, groupsQuery, type PurchaseGroups } from '../search/purchase-groups.ts';
import { type ChangePurchaseSearch, type PurchaseSearch, purchaseSearch } from '../search/purchase-search.ts';
import { AmountChange, groupTableColumns } from './group-columns.tsx';
import { GroupRows } from './group-rows.tsx';
import { percentText } from './percent-text.ts';
import { useComparedDays } from './use-compared-days.ts';

interface GroupTableProps {
  contract: Contract;
  search: PurchaseSearch;
  period: PurchasePeriod;
  onChange: ChangePurchaseSearch;
}

/** One row for each group, with the sum of all; a group opens to its rows. */
export function GroupTable({ contract, search, period, onChange }: GroupTableProps) {
  const { groupBy, open } = search;
  const { data, error, refetch, isPlaceholderData } = useQuery(
    purchaseQueries.groups(contract.id, groupsQuery(search, period)),
  );
  const isCompared = useComparedDays(contract, search, period) !== undefined;
  const hasMore = data?.compared !== undefined && compare(data.amount, data.compared.amount) !== 0;
  const onOpen = useCallback((key: string | undefined) => onChange({ open: key, page: 1 }), [onChange]);
  const columns = useMemo(
    () => groupTableColumns({ contract, grouping: groupBy, isCompared, hasMore, open, onOpen }),
    [contract, groupBy, isCompared, hasMore, open, onOpen],
  );
  return (
    <DataTable
      tableId="groups"
      caption={m.purchase_groups()}
      columns={columns}
      rows={data?.items}
      rowId={(group) => groupKeyOf(groupBy, group)}
      stale={isPlaceholderData}
      error={error}
      onRetry={refetch}
      sort={{ id: search.groupSort, desc: search.groupOrder === 'desc' }}
      onSort={(sort) => {
        const { groupSort, groupOrder } = purchaseSearch.parse({
          groupSort: sort?.id,
          groupOrder: sort?.desc === false ? 'asc' : 'desc',
        });
        onChange({ groupSort, groupOrder, groupPage: 1 });
      }}
      paging={{
        page: search.groupPage,
        size: groupsOnPage,
        total: data?.totalSize ?? 0,
        onPage: (groupPage) => onChange({ groupPage, open: undefined }),
      }}
      onClearFilters={hasFilters(search) ? () => onChange(noFilters) : undefined}
      empty={<Empty title={m.purchase_empty()}>{m.purchase_empty_hint()}</Empty>}
      openId={open}
      detailOf={(group) => <GroupRows {...{ contract, search, period, group, onChange }} />}
      {...(data && { totals: totalsOf(data, contract) })}
      dense
    />
  );
}

function totalsOf({ amount, compared }: PurchaseGroups, { currency }: Contract) {
  return {
    name: m.purchase_total(),
    amount: <MoneyText amount={amount} currency={currency} />,
    compared: compared && <MoneyText amount={compared.amount} currency={currency} />,
    former: compared && <MoneyText amount={compared.formerAmount} currency={currency} />,
    change: <AmountChange compared={compared} currency={currency} />,
    share: percentText(/[1-9]/.test(amount) ? '100.0' : null),
  };
}
