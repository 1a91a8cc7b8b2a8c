import { Button } from '@mantine/core';
import type { Contract } from '@usance/api/contract/contract';
import type { Range } from '@usance/period/range';
import { useMemo } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { searchOf, sortOf } from '../../../ui/search/search.ts';
import { QueryTable } from '../../../ui/table/query-table.tsx';
import { PurchaseExplanation } from '../../explanation/purchase-explanation.tsx';
import { purchaseQueries } from '../search/purchase.queries.ts';
import { callFilters, hasFilters, noFilters } from '../search/purchase-filters.ts';
import { type ChangePurchaseSearch, type PurchaseSearch, purchaseSearch } from '../search/purchase-search.ts';
import { purchaseColumns } from './purchase-columns.tsx';

interface PurchaseTableProps {
  contract: Contract;
  search: PurchaseSearch;
  /** The range, or its chosen day. */
  range: Range;
  onChange: ChangePurchaseSearch;
  caption?: string;
  /** True for a part of the rows that the filters leave. */
  isPart?: boolean;
}

/** Rated rows, sorted and paged by the server. */
export function PurchaseTable({
  contract,
  search,
  range,
  onChange,
  caption = m.purchase_details(),
  isPart = false,
}: PurchaseTableProps) {
  const columns = useMemo(() => purchaseColumns(contract), [contract]);
  const filters = callFilters(search, range);
  return (
    <>
      <QueryTable
        // The storage key of the readers' columns, unchanged since the first version.
        tableId="usage"
        caption={caption}
        columns={columns}
        query={purchaseQueries.list(contract.id, {
          ...filters,
          pageNum: search.page,
          pageSize: search.size,
          orderBy: search.sort,
          ordering: search.order,
        })}
        page={search.page}
        onPage={(page) => onChange({ page })}
        size={search.size}
        onSize={(size) => onChange({ page: 1, size })}
        sort={sortOf(search)}
        onSort={(sort) => onChange({ page: 1, ...searchOf(sort, purchaseSearch) })}
        onClearFilters={!isPart && hasFilters(search) ? () => onChange(noFilters) : undefined}
        empty={{ title: m.purchase_empty(), hint: m.purchase_empty_hint() }}
        toolbar={
          <Button variant="default" size="xs" onClick={() => onChange({ explain: true })}>
            {m.explanation_of_rows()}
          </Button>
        }
        dense
      />
      {search.explain && (
        <PurchaseExplanation
          purchases={{ contractId: contract.id, filters }}
          currency={contract.currency}
          caption={caption}
          onClose={() => onChange({ explain: false })}
        />
      )}
    </>
  );
}
