import type { Contract } from '@usance/api/contract';
import { parseBillingMonth, rangeOf } from '@usance/period/billing-month';
import { useMemo } from 'react';
import { m } from '../../paraglide/messages.js';
import { MonthField } from '../../ui/field/month-field.tsx';
import { searchOf, sortOf } from '../../ui/search/search.ts';
import { QueryTable } from '../../ui/table/query-table.tsx';
import { statementQueries } from './statement.queries.ts';
import { statementColumns } from './statement-columns.tsx';
import { type ChangeStatementSearch, type StatementSearch, statementSearch } from './statement-search.ts';
import { useApproveStatement } from './use-approve-statement.tsx';

interface StatementTableProps {
  contract: Contract;
  search: StatementSearch;
  onChange: ChangeStatementSearch;
}

/** The page of statements that a search asks for. */
export function askedStatements(contract: Contract, { page, size, month, sort, order }: StatementSearch) {
  return statementQueries.list(contract.id, {
    pageNum: page,
    pageSize: size,
    orderBy: sort,
    ordering: order,
    ...(month !== undefined && rangeOf(parseBillingMonth(month), contract.billingZone)),
  });
}

/** Signed statements, newest first unless a person asks otherwise. */
export function StatementTable({ contract, search, onChange }: StatementTableProps) {
  const { approve, dialog } = useApproveStatement();
  const columns = useMemo(() => statementColumns(contract.currency, approve), [contract.currency, approve]);
  const { page, size, month } = search;
  const toMonth = (chosen: string | null) => onChange({ page: 1, month: chosen ?? undefined });
  return (
    <>
      <QueryTable
        tableId="statement"
        caption={m.statement_list()}
        columns={columns}
        query={askedStatements(contract, search)}
        page={page}
        onPage={(next) => onChange({ page: next })}
        size={size}
        onSize={(chosen) => onChange({ page: 1, size: chosen })}
        sort={sortOf(search)}
        onSort={(sort) => onChange({ page: 1, ...searchOf(sort, statementSearch) })}
        onClearFilters={month === undefined ? undefined : () => toMonth(null)}
        empty={{ title: m.statement_empty(), hint: m.statement_empty_hint() }}
        toolbar={<MonthField label={m.statement_month()} value={month ?? null} onChange={toMonth} />}
      />
      {dialog}
    </>
  );
}
