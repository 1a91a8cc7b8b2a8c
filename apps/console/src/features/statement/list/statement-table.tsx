import { Group } from '@mantine/core';
import type { Contract } from '@usance/api/contract/contract';
import { parseBillingMonth, rangeOf } from '@usance/period/billing-month';
import { useMemo } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { ChoiceField } from '../../../ui/field/choice-field.tsx';
import { MonthField } from '../../../ui/field/month-field.tsx';
import { searchOf, sortOf } from '../../../ui/search/search.ts';
import { QueryTable } from '../../../ui/table/query-table.tsx';
import { statementQueries } from '../statement.queries.ts';
import { useApproveStatement } from '../use-approve-statement.tsx';
import { statementColumns } from './statement-columns.tsx';
import { type ChangeStatementSearch, type StatementSearch, statementSearch } from './statement-search.ts';

interface StatementTableProps {
  contract: Contract;
  search: StatementSearch;
  onChange: ChangeStatementSearch;
}

/** Returns the query of the statements that match a search. */
export function askedStatements(contract: Contract, { page, size, month, overdue, sort, order }: StatementSearch) {
  return statementQueries.list(contract.id, {
    pageNum: page,
    pageSize: size,
    orderBy: sort,
    ordering: order,
    overdue,
    ...(month !== undefined && rangeOf(parseBillingMonth(month), contract.billingZone)),
  });
}

/** Signed statements, by default newest first. */
export function StatementTable({ contract, search, onChange }: StatementTableProps) {
  const { approve, dialog } = useApproveStatement();
  const columns = useMemo(() => statementColumns(contract.currency, approve), [contract.currency, approve]);
  const { page, size, month, overdue } = search;
  const isFiltered = month !== undefined || overdue !== undefined;
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
        onClearFilters={isFiltered ? () => onChange({ page: 1, month: undefined, overdue: undefined }) : undefined}
        empty={{ title: m.statement_empty(), hint: m.statement_empty_hint() }}
        toolbar={
          <Group gap={12} align="end">
            <MonthField label={m.statement_month()} value={month ?? null} onChange={toMonth} />
            <ChoiceField
              label={m.statement_overdue_filter()}
              placeholder={m.statement_any_payment()}
              options={[
                { value: 'overdue', label: m.statement_only_overdue() },
                { value: 'rest', label: m.statement_not_overdue() },
              ]}
              value={overdue === undefined ? null : overdue ? 'overdue' : 'rest'}
              onChange={(chosen) => onChange({ page: 1, overdue: chosen === null ? undefined : chosen === 'overdue' })}
              w={160}
              clearLabel={m.ui_clear_value({ name: m.statement_overdue_filter() })}
            />
          </Group>
        }
      />
      {dialog}
    </>
  );
}
